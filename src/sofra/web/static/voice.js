// The one polite live region, and a slip of paper that shows the same to eyes when somebody asked for it.

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
