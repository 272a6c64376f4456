// Single keys for the table, unless they are switched off in the settings.

import { say } from "./voice.js";

const text = (element) => element?.innerText.replace(/\s+/g, " ").trim() ?? "";

export function listen(main) {
  if (document.documentElement.dataset.shortcuts === "off") return;
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.repeat) return;
    if (event.target.matches("input:not([type=checkbox], [type=radio]), select, textarea")) return;
    const key = event.key === "?" ? "?" : event.key.toUpperCase();
    const found = readers[key]?.(main) ?? press(main, key);
    if (found) event.preventDefault();
  });
}

/** Press what belongs to a key; if it is disabled, say why. */
function press(main, key) {
  const number = /^[1-6]$/.test(key) && main.querySelector(`#match [data-number="${key}"]`);
  const control = number || main.querySelector(`[data-key="${CSS.escape(key)}"]`);
  if (!control) return false;
  if (control.disabled) {
    const why = document.getElementById(control.getAttribute("aria-describedby"));
    say([text(why)], { shown: true });
  } else {
    control.click();
    if (number) say([`${control.getAttribute("aria-label")} ${control.checked ? "✓" : ""}`]);
  }
  return true;
}

const readers = {
  D: (main) => speakOut([...main.querySelectorAll("#match .throw [aria-label]")].map((die) => die.getAttribute("aria-label"))),
  S: (main) => speakOut([...main.querySelectorAll("#scores tbody tr")].map(text)),
  T: (main) => speakOut([text(main.querySelector("#ask .ask"))]),
  L: (main) => speakOut([text(main.querySelector("#log li"))]),
  "?": (main) => {
    const list = main.querySelector("#keys")?.closest("details");
    if (!list) return false;
    list.open = true;
    list.scrollIntoView({ block: "center" });
    list.querySelector("summary").focus({ preventScroll: true });
    return true;
  },
};

function speakOut(lines) {
  const found = lines.filter(Boolean);
  if (!found.length) return false;
  say([found.join(". ")], { shown: true });
  return true;
}
