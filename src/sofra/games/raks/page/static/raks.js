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
    beads: cells(game).map((cell) => cell.closest("td").querySelector(".bead")),
    cords: new Set([...game.querySelectorAll(".cord")].map((cord) => cord.getAttribute("d"))),
    cell: document.activeElement?.matches("[data-cell]") ? place(game, document.activeElement) : -1,
  };
}

const cells = (game) => [...game.querySelectorAll("[data-cell]")];
const place = (game, cell) => cells(game).indexOf(cell);

const done = new WeakSet();

export function furnish(main, tools, was) {
  const game = main.querySelector(".raks");
  if (!game || done.has(game)) return;
  done.add(game);
  if (was) happened(game, tools, was);
  board(game, was);
  if (game.querySelector("[data-builder]")) builder(game, tools, was);
  naming(game);
  needing(game);
}

function happened(game, tools, was) {
  if (tools.moving()) moved(game, was);
  if (game.dataset.throw !== was.thrown && game.querySelector(".throw")) {
    game.classList.add("fresh");
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
  const table = game.querySelector(".board");
  const first = game.querySelector("input[name=zone]:checked") ?? game.querySelector("input[name=zone]") ?? all[0];
  const set = (cell) => {
    for (const one of all) one.tabIndex = one === cell ? 0 : -1;
  };
  set(was?.cell >= 0 ? all[was.cell] : first);
  if (was?.cell >= 0) all[was.cell].focus({ preventScroll: true });
  table.addEventListener("focusin", (event) => event.target.matches("[data-cell]") && set(event.target));
  table.addEventListener("keydown", (event) => {
    const at = all.indexOf(event.target);
    if (at < 0 || event.ctrlKey || event.altKey || event.metaKey) return;
    const steps = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: 6, ArrowUp: -6 };
    let to = null;
    if (event.key in steps) to = at + steps[event.key];
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
  });
}

/** The main button names the zone that is chosen. */
function naming(game) {
  const text = game.querySelector("[data-zone-text]");
  if (!text) return;
  const show = () => {
    const chosen = game.querySelector("input[name=zone]:checked");
    text.textContent = chosen ? text.dataset.some.replace("#", chosen.value) : text.dataset.none;
  };
  game.addEventListener("change", show);
  show();
}

/** What a button needs is chosen first; until then it is disabled, and the note beside it says what is missing. */
function needing(game) {
  const has = { zone: () => game.querySelector("input[name=zone]:checked"), expression: () => game.querySelector("#expression")?.value.trim() };
  const show = () => {
    for (const button of game.querySelectorAll("[data-needs]")) button.disabled = !button.dataset.needs.split(" ").every((need) => has[need]());
  };
  game.addEventListener("change", show);
  game.addEventListener("input", show);
  show();
}

function builder(game, tools, was) {
  const field = game.querySelector("#expression");
  const dice = [...game.querySelectorAll("[data-die]")];
  if (was?.act === game.dataset.act && was.thrown === game.dataset.throw && was.expression) field.value = was.expression;
  const used = () => {
    const left = [...field.value].filter((sign) => /[1-6]/.test(sign));
    for (const key of dice) {
      const at = left.indexOf(key.dataset.put);
      key.setAttribute("aria-disabled", String(at >= 0));
      if (at >= 0) left.splice(at, 1);
    }
    game.dispatchEvent(new Event("change"));
  };
  const put = (sign) => {
    const { selectionStart: from, selectionEnd: to } = field;
    field.setRangeText(sign, from ?? field.value.length, to ?? field.value.length, "end");
    used();
  };
  game.querySelector("[data-builder]").addEventListener("click", (event) => {
    const key = event.target.closest("[data-put], [data-back]");
    if (!key || key.getAttribute("aria-disabled") === "true") return;
    if (key.dataset.put) put(key.dataset.put);
    else if (field.value) {
      const at = field.selectionStart || field.value.length;
      field.setRangeText("", Math.max(0, at - 1), at, "end");
      used();
    }
    tools.sound("take");
  });
  field.addEventListener("input", used);
  used();
}
