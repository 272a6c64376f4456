// Rak's with scripts: the board is one stop for the keyboard, expressions are built with big keys.
// There are no rules here: what is right is judged by the server, and only once it was shown.

export function before(main) {
  const game = main.querySelector(".raks");
  if (!game) return null;
  const chosen = game.querySelector("input[name=zone]:checked");
  return {
    thrown: game.dataset.throw,
    phase: game.dataset.phase,
    act: game.dataset.act,
    zone: chosen?.value ?? "",
    expression: game.querySelector("#expression")?.value ?? "",
    beads: cells(game).map((cell) => cell.closest("td").querySelector(".bead:not(.lifted)")),
    cords: new Set([...game.querySelectorAll(".cord")].map((cord) => cord.getAttribute("d"))),
    cell: document.activeElement?.matches("[data-cell]") ? place(game, document.activeElement) : -1,
  };
}

const cells = (game) => [...game.querySelectorAll("[data-cell]")];
const place = (game, cell) => cells(game).indexOf(cell);

const done = new WeakSet();

export function furnish(main, tools, was) {
  const game = main.querySelector(".raks");
  if (!game) return;
  if (was) happened(game, tools, was);
  if (!done.has(game)) listen(game, tools);
  done.add(game);
  board(game, was);
  build(game, was);
  name(game);
  need(game);
}

/** What is on the table comes and goes: the table listens for all of it. */
function listen(game, tools) {
  game.addEventListener("change", () => {
    name(game);
    need(game);
  });
  game.addEventListener("input", ({ target }) => {
    if (target.id === "expression") use(game);
    need(game);
  });
  game.addEventListener("click", ({ target }) => press(game, target.closest(".key"), tools));
  game.addEventListener("focusin", ({ target }) => target.matches("[data-cell]") && stop(game, target));
  game.addEventListener("keydown", (event) => step(game, event));
}

function happened(game, tools, was) {
  for (const one of game.querySelectorAll(".dropped, .doubted, .lit")) one.classList.remove("dropped", "doubted", "lit");
  for (const bead of game.querySelectorAll(".lifted")) bead.remove();
  const thrown = Boolean(game.dataset.throw !== was.thrown && game.querySelector(".throw"));
  game.classList.toggle("fresh", thrown);
  if (tools.moving()) moved(game, was);
  if (thrown) {
    tools.sound("roll");
  } else if (game.dataset.phase !== was.phase) {
    if (game.querySelector(".moment.bad")) tools.sound("lost");
    else if (game.dataset.phase === "placed") tools.sound("bead");
    else if (game.dataset.phase === "over") tools.sound("win");
  }
  // What was being written or chosen for the same question stays.
  if (was.act === game.dataset.act && was.thrown === game.dataset.throw) {
    const again = was.zone && game.querySelector(`input[name=zone][value="${was.zone}"]`);
    if (again) again.checked = true;
  }
}

/** Beads that came, beads that went, strings that are new or have grown. */
function moved(game, was) {
  cells(game).forEach((cell, at) => {
    const place = cell.closest("td");
    const now = place.querySelector(".bead");
    const then = was.beads[at];
    if (now && !then) place.classList.add("dropped");
    if (place.matches(".asked") && game.dataset.phase === "show" && was.phase !== "show") place.classList.add("doubted");
    if (then && !now) {
      then.classList.add("lifted");
      then.addEventListener("animationend", () => then.remove());
      cell.closest(".zone").append(then);
    }
  });
  const tags = [...game.querySelectorAll(".tags g")];
  [...game.querySelectorAll(".cord")].forEach((cord, at) => {
    if (!was.cords.has(cord.getAttribute("d"))) for (const part of [cord, tags[at]]) part.classList.add("lit");
  });
}

/** One stop in the order of Tab; arrows go from zone to zone, Space chooses, Enter chooses and goes on to the button. */
function board(game, was) {
  const all = cells(game);
  const kept = all[was?.cell];
  stop(game, kept ?? game.querySelector("input[name=zone]:checked") ?? game.querySelector("input[name=zone]") ?? all[0]);
  if (kept && document.activeElement !== kept) kept.focus({ preventScroll: true });
}

function stop(game, cell) {
  for (const one of game.querySelectorAll(".zone[tabindex]:not([data-cell])")) one.removeAttribute("tabindex");
  for (const one of cells(game)) one.tabIndex = one === cell ? 0 : -1;
}

const STEPS = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: 6, ArrowUp: -6 };

function step(game, event) {
  const all = cells(game);
  const at = all.indexOf(event.target);
  if (at < 0 || event.ctrlKey || event.altKey || event.metaKey) return;
  let to = null;
  if (event.key in STEPS) to = at + STEPS[event.key];
  else if (event.key === "Home") to = at - (at % 6);
  else if (event.key === "End") to = at - (at % 6) + 5;
  if (to !== null) {
    event.preventDefault();
    event.stopPropagation();
    all[to]?.focus();
  } else if (event.key === "Enter" && all[at].matches("input")) {
    event.preventDefault();
    all[at].checked = true;
    all[at].dispatchEvent(new Event("change", { bubbles: true }));
    (game.querySelector("#expression") ?? game.querySelector("[data-main]"))?.focus();
  }
}

/** The main button names the zone that is chosen. */
function name(game) {
  const text = game.querySelector("[data-zone-text]");
  if (!text) return;
  const chosen = game.querySelector("input[name=zone]:checked");
  text.textContent = chosen ? text.dataset.some.replace("#", chosen.value) : text.dataset.none;
}

/** What a button needs is chosen first; until then it is disabled, and the note beside it says what is missing. */
function need(game) {
  const has = { zone: game.querySelector("input[name=zone]:checked"), expression: game.querySelector("#expression")?.value.trim() };
  for (const button of game.querySelectorAll("[data-needs]")) button.disabled = !button.dataset.needs.split(" ").every((one) => has[one]);
}

/** What was being written for the same question stays. */
function build(game, was) {
  const field = game.querySelector("#expression");
  if (!field) return;
  if (was?.act === game.dataset.act && was.thrown === game.dataset.throw && was.expression) field.value = was.expression;
  use(game);
}

/** Each die counts once: its key says whether it is used. */
function use(game) {
  const left = [...game.querySelector("#expression").value].filter((sign) => /[1-6]/.test(sign));
  for (const key of game.querySelectorAll("[data-die]")) {
    const at = left.indexOf(key.dataset.put);
    key.setAttribute("aria-disabled", String(at >= 0));
    if (at >= 0) left.splice(at, 1);
  }
}

/** A key of the builder writes its sign where the cursor is, or takes the last one away. */
function press(game, key, tools) {
  if (!key || key.getAttribute("aria-disabled") === "true") return;
  const field = game.querySelector("#expression");
  const { selectionStart: from, selectionEnd: to } = field;
  if (key.dataset.put) field.setRangeText(key.dataset.put, from ?? field.value.length, to ?? field.value.length, "end");
  else if (field.value) {
    const at = from || field.value.length;
    field.setRangeText("", Math.max(0, at - 1), at, "end");
  }
  use(game);
  need(game);
  tools.sound("take");
}
