// What every page does: the entry of all pages but a table's, which has its own and brings this along.

import { say } from "./voice.js";

// Checking a game needs no server.
const record = document.querySelector("form[data-check]");
if (record) import("./check.js").then((check) => check.furnish(record));

// A preset fills in the single rules under it; what was changed by hand before is replaced.
for (const radio of document.querySelectorAll("input[data-rules]")) {
  radio.addEventListener("change", () => {
    for (const [name, text] of Object.entries(JSON.parse(radio.dataset.rules))) {
      const field = radio.form.elements[`rule-${name}`];
      if (field.type === "checkbox") field.checked = text === "on";
      else field.value = text;
      radio.form.elements[`shown-${name}`].value = text;
    }
  });
}

// With scripts this device puts a seed of its own into the envelope before the match begins.
document.addEventListener("submit", ({ target }) => {
  if (target.getAttribute("action") !== "/tables" || target.elements.seed) return;
  const field = document.createElement("input");
  Object.assign(field, { type: "hidden", name: "seed", value: "device" });
  target.append(field);
});

document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-copy]");
  if (!button) return;
  const field = document.getElementById(button.dataset.copy);
  try {
    await navigator.clipboard.writeText(field.value);
  } catch {
    field.select(); // No clipboard without a secure address: the text is at least selected.
    document.execCommand("copy");
  }
  say([button.dataset.done], { shown: true });
});

// A phone has its own way of sending something to friends.
document.documentElement.classList.toggle("shares", Boolean(navigator.share));
document.addEventListener("click", ({ target }) => {
  const button = target.closest("[data-share]");
  if (button) navigator.share({ title: document.title, url: document.getElementById(button.dataset.share).value }).catch(() => {});
});

document.addEventListener("click", ({ target }) => target.closest("[data-print]") && print());

// A page for times without a server is kept once this one has come to rest.
const { worker } = document.documentElement.dataset;
if (worker && navigator.serviceWorker) {
  const keep = () => setTimeout(() => navigator.serviceWorker.register(worker).catch(() => {}), 1500);
  if (document.readyState === "complete") keep();
  else addEventListener("load", keep);
}
