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

export function furnish(main, tools, was) {
  const game = main.querySelector(".farkle");
  if (!game || done.has(game)) return;
  done.add(game);
  if (was) happened(game, tools, was);
  if (was?.phase === "keep" && game.dataset.phase === "keep" && was.thrown === game.dataset.throw) {
    for (const id of was.chosen) document.getElementById(id).checked = true;
  }
  const dice = game.querySelector(".throw[data-keeps]");
  if (dice) choosing(game, dice, tools);
}

function happened(game, tools, was) {
  const phase = game.dataset.phase;
  const thrown = game.dataset.throw !== was.thrown;
  const hot = phase === "decide" && was.phase !== "decide" && game.querySelector(".hot");
  if (thrown || hot) game.classList.add("fresh");
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

function choosing(game, throwing, tools) {
  const keeps = JSON.parse(throwing.dataset.keeps);
  const refusals = JSON.parse(throwing.dataset.refusals);
  const boxes = [...throwing.querySelectorAll("input[name=die]")];
  const chosen = () => boxes.filter((box) => box.checked).map((box) => box.value).sort();
  const part = (name) => game.querySelector(`[data-${name}]`);

  function show() {
    const faces = chosen();
    const found = keeps[faces.join(" ")];
    const problem = faces.length ? refusal(faces, keeps, refusals) : throwing.dataset.none;
    const roll = game.querySelector("[data-then=roll]");
    const bank = game.querySelector("[data-then=bank]");
    roll.disabled = !found;
    bank.disabled = !found || Boolean(found.why);
    part("chosen").textContent = found ? found.say : problem;
    part("why").textContent = found ? found.why : problem;
    // Without a good choice the line above the buttons says the same to eyes.
    part("why").classList.toggle("vh", !found?.why);
    if (found) {
      part("roll-text").textContent = found.roll;
      part("bank-text").textContent = found.bank;
    }
    const slot = part("strip-slot");
    if (slot) {
      slot.classList.toggle("void", !found);
      if (found) {
        slot.querySelector(".safe").setAttribute("width", found.odds_share);
        slot.querySelector("[data-odds]").textContent = found.odds_text;
        slot.querySelector(".note").textContent = found.odds_exact;
      }
    }
    for (const ticket of throwing.querySelectorAll("[data-take]")) ticket.setAttribute("aria-pressed", String(group(ticket).every((box) => box.checked)));
  }

  const group = (ticket) => ticket.dataset.take.trim().split(" ").map((number) => throwing.querySelector(`#die-${number}`));

  function tick(wanted, on) {
    for (const box of wanted) box.checked = on;
    show();
    tools.sound("take");
    tools.say([part("chosen").textContent]);
  }

  throwing.addEventListener("change", () => tick([], true));
  for (const ticket of throwing.querySelectorAll("[data-take]")) {
    ticket.addEventListener("click", (event) => {
      event.preventDefault();
      const dice = group(ticket);
      tick(dice, !dice.every((box) => box.checked));
    });
  }
  part("take-all").addEventListener("click", (event) => {
    event.preventDefault();
    const wanted = event.currentTarget.value.split(" ");
    for (const box of boxes) {
      const at = wanted.indexOf(box.value);
      box.checked = at >= 0;
      if (at >= 0) wanted.splice(at, 1);
    }
    tick([], true);
  });
  for (const button of game.querySelectorAll("[data-then]")) {
    button.addEventListener("click", () => tools.act([`keep ${chosen().join(" ")}`, button.dataset.then]));
  }
  show();
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
