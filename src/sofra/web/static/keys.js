// Single keys for the table, unless they are switched off in the settings; some may have been moved to other keys.

import { say } from "./voice.js";

/** What an element says: its words, without marks, drawings and keys. */
function text(element) {
  if (!element) return "";
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const found = [];
  while (walker.nextNode()) if (!walker.currentNode.parentElement.closest("svg, [aria-hidden=true], .kbd")) found.push(walker.currentNode.data.trim());
  return found.filter(Boolean).join(" ").replace(/ ([.,:])/g, "$1");
}

/** The rows of the score sheet, each figure with the name of its column; the totals alone where there are totals. */
function scores(main) {
  const sheet = main.querySelector("#scores table");
  if (!sheet) return [];
  const heads = [...sheet.tHead.rows[0].cells].map(text);
  const rows = [...(sheet.tFoot?.rows ?? sheet.tBodies[0].rows)];
  const cell = (one, at) => (at ? /[\p{L}\d]/u.test(text(one)) && `${heads[at]}: ${text(one)}` : text(one));
  return rows.map((row) => [...row.cells].map(cell).filter(Boolean).join(", "));
}

/** Dice, or cards: whatever the game has for it; a part may begin with a sentence of its own. */
function seen(main) {
  const parts = [...main.querySelectorAll("#match :is(.throw, [data-read])")];
  return parts.flatMap((part) => [part.dataset.read, ...[...part.querySelectorAll("[aria-label]")].map((one) => one.ariaLabel)]);
}

const moved = JSON.parse(document.documentElement.dataset.keys ?? "{}");
const home = Object.fromEntries(Object.entries(moved).map(([key, own]) => [own, key]));

export function listen(main) {
  if (document.documentElement.dataset.shortcuts === "off") return;
  label(main);
  if (Object.keys(moved).length) new MutationObserver(() => label(main)).observe(main, { childList: true, subtree: true });
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.repeat) return;
    if (event.target.matches("input:not([type=checkbox], [type=radio]), select, textarea")) return;
    const key = meaning(event);
    const found = key && (readers[key]?.(main) ?? press(main, key));
    if (found) event.preventDefault();
  });
}

/** The key as the page knows it. With a Greek keyboard the letter on the key counts, not the one that it writes. */
function meaning(event) {
  if (event.key === "?") return "?";
  const written = /^[a-z0-9]$/i.test(event.key) ? event.key : event.code.replace(/^(Key|Digit)/, "");
  if (!/^[a-z0-9]$/i.test(written)) return "";
  const key = written.toUpperCase();
  return home[key] ?? (key in moved ? "" : key);
}

/** Buttons show the key that they are on. */
function label(main) {
  for (const control of main.querySelectorAll("[data-key]")) {
    const shown = control.querySelector(".kbd");
    const own = moved[control.dataset.key];
    if (shown && own && shown.textContent !== own) shown.textContent = own;
  }
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
  D: (main) => speakOut(seen(main)),
  S: (main) => speakOut(scores(main)),
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
