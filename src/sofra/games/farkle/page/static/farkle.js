// Farkle with scripts: choosing dice is local and free; Roll and Bank first set the chosen dice aside, in one tap.
// What a choice is worth, and in which words, stands in the page; there are no rules here.

/** What has to be known before the table is swapped: where the chosen dice were, and which throw it was. */
export function before(main) {
  const game = main.querySelector(".farkle");
  const ticked = [...main.querySelectorAll(".throw input:checked")];
  const dice = ticked.map((box) => box.parentElement.getBoundingClientRect());
  return game && { thrown: game.dataset.throw, phase: game.dataset.phase, dice, chosen: ticked.map((box) => box.id) };
}

const done = new WeakSet();

/** Called whenever the game's part of the page has changed; what has not changed of it stays, and so does what was done to it. */
export function furnish(main, tools, was) {
  const game = main.querySelector(".farkle");
  if (!game) return;
  if (was) happened(game, tools, was);
  if (was?.phase === "keep" && game.dataset.phase === "keep" && was.thrown === game.dataset.throw) {
    for (const id of was.chosen) document.getElementById(id).checked = true;
  }
  if (!done.has(game)) choosing(game, tools);
  done.add(game);
  show(game);
}

function happened(game, tools, was) {
  const phase = game.dataset.phase;
  const thrown = game.dataset.throw !== was.thrown;
  const hot = phase === "decide" && was.phase !== "decide" && game.querySelector(".hot");
  game.classList.toggle("fresh", Boolean(thrown || hot));
  if (phase === "keep" && thrown) tools.sound("roll");
  else if (thrown && game.querySelector(".farkled")) tools.sound("lost");
  else if (thrown && game.querySelector(".banked")) tools.sound("bank");
  else if (hot) tools.sound("hot");
  else if (phase === "decide" && was.phase === "keep") tools.sound("take");
  if (phase === "over" && was.phase !== "over") tools.sound("win");
  if (was.phase === "keep" && was.dice.length && tools.moving()) fly(game, tools, was.dice);
}

/** The chosen dice slide to their place in the tray. */
function fly(game, tools, from) {
  const last = [...game.querySelectorAll(".kept-set")].pop();
  const dice = [...(last?.querySelectorAll(".die") ?? [])].slice(0, from.length);
  // All are measured before the first is moved: a page that has changed would be laid out anew for each.
  const ends = dice.map((die) => die.getBoundingClientRect());
  dice.forEach((die, i) => {
    const start = from[i];
    const end = ends[i];
    const size = start.width / end.width;
    const move = `translate(${start.left - end.left}px, ${start.top - end.top}px) scale(${size})`;
    die.animate([{ transform: move, transformOrigin: "0 0" }, { transform: "none", transformOrigin: "0 0" }], { duration: tools.pace(320), easing: "cubic-bezier(.2,.9,.3,1)" });
  });
}

const throwing = (game) => game.querySelector(".throw[data-keeps]");
const boxes = (game) => [...throwing(game).querySelectorAll("input[name=die]")];
const chosen = (game) => boxes(game).filter((box) => box.checked).map((box) => box.value).sort();
const group = (game, ticket) => ticket.dataset.take.trim().split(" ").map((number) => game.querySelector(`#die-${number}`));

const read = new WeakMap();

/** What every choice of a throw is worth, in words, and why others are none. */
function prospects(dice) {
  if (!read.has(dice)) read.set(dice, { keeps: JSON.parse(dice.dataset.keeps), refusals: JSON.parse(dice.dataset.refusals) });
  return read.get(dice);
}

/** The line, the strip and the buttons say what the chosen dice come to. */
function show(game) {
  const dice = throwing(game);
  if (!dice) return;
  const { keeps, refusals } = prospects(dice);
  const part = (name) => game.querySelector(`[data-${name}]`);
  const faces = chosen(game);
  const found = keeps[faces.join(" ")];
  const problem = faces.length ? refusal(faces, keeps, refusals) : dice.dataset.none;
  game.querySelector("[data-then=roll]").disabled = !found;
  game.querySelector("[data-then=bank]").disabled = !found || Boolean(found.why);
  part("chosen").textContent = found ? found.say : problem;
  part("why").textContent = found ? found.why : problem;
  // Without a good choice the line above the buttons says the same to eyes.
  part("why").classList.toggle("vh", !found?.why);
  if (found) {
    part("roll-text").textContent = found.roll;
    part("bank-text").textContent = found.bank;
  }
  const slot = part("strip-slot");
  slot?.classList.toggle("void", !found);
  if (slot && found) {
    slot.querySelector(".safe").setAttribute("width", found.odds_share);
    slot.querySelector("[data-odds]").textContent = found.odds_text;
    slot.querySelector(".note").textContent = found.odds_exact;
  }
  for (const ticket of dice.querySelectorAll("[data-take]")) ticket.setAttribute("aria-pressed", String(group(game, ticket).every((box) => box.checked)));
}

/** Dice, labels and buttons come and go with every throw: the table listens for all of them. */
function choosing(game, tools) {
  const tell = () => {
    show(game);
    tools.sound("take");
    tools.say([game.querySelector("[data-chosen]").textContent]);
  };
  game.addEventListener("change", ({ target }) => throwing(game)?.contains(target) && tell());
  game.addEventListener("click", (event) => {
    const button = event.target.closest("[data-take], [data-take-all], [data-then]");
    if (!button || !throwing(game)) return;
    if (button.dataset.then) return void tools.act([`keep ${chosen(game).join(" ")}`, button.dataset.then]);
    event.preventDefault();
    if ("takeAll" in button.dataset) takeAll(game, button.value.split(" "));
    else {
      const dice = group(game, button);
      const on = !dice.every((box) => box.checked);
      for (const box of dice) box.checked = on;
    }
    tell();
  });
}

function takeAll(game, wanted) {
  for (const box of boxes(game)) {
    const at = wanted.indexOf(box.value);
    box.checked = at >= 0;
    if (at >= 0) wanted.splice(at, 1);
  }
}

/** Why these faces cannot be set aside: the first die that is left over after the best legal choice among them. */
function refusal(faces, keeps, refusals) {
  let best = [];
  for (const text of Object.keys(keeps)) {
    const dice = text.split(" ");
    const rest = [...faces];
    if (dice.every((face) => rest.includes(face) && rest.splice(rest.indexOf(face), 1)) && dice.length > best.length) best = dice;
  }
  const left = [...faces];
  for (const face of best) left.splice(left.indexOf(face), 1);
  return refusals[left[0]] ?? "";
}
