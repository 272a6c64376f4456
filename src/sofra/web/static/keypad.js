// Real dice: a keypad for what was thrown. It writes into the field that a page without scripts has alone; digits on the
// keyboard press its keys as they press dice elsewhere (keys.js), Backspace takes one off, and Enter tells the throw.

const main = document.getElementById("main");
const shortcuts = document.documentElement.dataset.shortcuts !== "off";
let seen = null; // The panel that was furnished last.

const panel = () => main.querySelector("#throw");
const field = () => main.querySelector("#thrown");
const digits = (text) => text.replaceAll(/[^1-6]/g, "");

/** A panel that has come anew: the keys write, so no other keyboard needs to come up. */
function furnish() {
  const now = panel();
  if (now === seen) return;
  seen = now;
  if (!now) return;
  field().inputMode = "none";
  show();
}

/** What was tapped so far, as dice; only a whole throw can be sent. */
function show() {
  const now = panel();
  const faces = digits(field().value);
  const count = Number(now.dataset.count);
  [...now.querySelectorAll(".slot")].forEach((slot, at) => {
    const key = now.querySelector(`[data-number="${faces[at]}"] .die`);
    slot.replaceChildren(...(key ? [key.cloneNode(true)] : []));
  });
  const missing = count - faces.length;
  now.querySelector("[data-send]").disabled = missing !== 0;
  for (const key of now.querySelectorAll("[data-face]")) key.ariaDisabled = String(missing <= 0);
  const why = JSON.parse(now.dataset.missing)[Math.max(0, missing)];
  now.querySelector("#why-throw").textContent = faces ? `${[...faces].join(" ")}. ${why}` : why;
}

function write(faces) {
  field().value = [...faces].join(" ");
  show();
}

function tap(face) {
  const faces = digits(field().value);
  if (faces.length < Number(panel().dataset.count)) write(faces + face);
}

function erase() {
  write(digits(field().value).slice(0, -1));
}

main.addEventListener("click", ({ target }) => {
  const key = target.closest("#throw button");
  if (!key) return;
  if ("face" in key.dataset) tap(key.dataset.number);
  else if ("erase" in key.dataset) erase();
});

main.addEventListener("input", ({ target }) => {
  if (target.id !== "thrown") return;
  const most = Number(panel().dataset.count);
  const faces = digits(target.value);
  if (faces.length > most || /[^1-6\s,;]/.test(target.value)) target.value = [...faces.slice(0, most)].join(" ");
  show();
});

document.addEventListener("keydown", (event) => {
  if (!shortcuts || !panel() || event.ctrlKey || event.altKey || event.metaKey) return;
  const elsewhere = event.target.closest("a, input, select, textarea, summary, button:not([data-face])");
  if (elsewhere) return;
  if (event.key === "Backspace") erase();
  else if (event.key === "Enter" && !event.target.closest("button")) panel().querySelector("[data-send]").click();
  else return;
  event.preventDefault();
});

// The table forgets what was chosen for another question.
main.addEventListener("reset", () => queueMicrotask(() => panel() && show()));
new MutationObserver(furnish).observe(main, { childList: true, subtree: true });
furnish();
