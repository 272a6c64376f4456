// The one polite live region, a slip of paper that shows the same to eyes when somebody asked for it, and the warning that
// stays on the page.

const live = document.getElementById("live");
let slip = null;
let hiding = 0;

/** Announce sentences; with `shown`, also on the screen for a few seconds. */
export function say(sentences, { shown = false } = {}) {
  const lines = sentences.filter(Boolean);
  if (!lines.length) return;
  while (live.childElementCount > 6) live.firstElementChild.remove();
  for (const line of lines) {
    const p = document.createElement("p");
    p.textContent = line;
    live.append(p);
  }
  if (shown) show(lines.join(" "));
}

/** Warn once, over the table, which it does not move; with `anyway`, a button of that name closes the warning and calls `done`. */
export function warn(main, id, text, { anyway = "", done = () => {} } = {}) {
  if (document.getElementById(id)) return;
  const box = document.createElement("div");
  Object.assign(box, { id, className: "moment bad warning", role: "alert" });
  const words = document.createElement("span");
  words.textContent = text;
  box.append(words);
  if (anyway) {
    const button = document.createElement("button");
    Object.assign(button, { type: "button", className: "btn small", textContent: anyway });
    button.addEventListener("click", () => {
      done();
      box.remove();
    });
    box.append(button);
  }
  main.prepend(box);
}

function show(text) {
  if (!slip) {
    slip = document.createElement("p");
    slip.className = "toast slip";
    slip.setAttribute("aria-hidden", "true");
    document.body.append(slip);
  }
  slip.textContent = text;
  slip.hidden = false;
  clearTimeout(hiding);
  hiding = setTimeout(() => (slip.hidden = true), Math.max(3000, text.length * 70));
}
