// Rack-O with scripts: a card that changes its place is seen to go there. There are no rules here, and nothing is known
// that the page does not show: a card is followed by its number, and a hidden one by the place it comes from.

const places = (game) => [...game.querySelectorAll("[data-place]")];
const cards = (game) => [...game.querySelectorAll("[data-card]")].filter((card) => card.checkVisibility());
const box = (element) => element?.getBoundingClientRect();

/** What has to be known before the table is swapped: where every card and pile was, and what was chosen. */
export function before(main) {
  const game = main.querySelector(".racko");
  if (!game) return null;
  return {
    phase: game.dataset.phase,
    rounds: game.dataset.rounds,
    mover: game.dataset.mover,
    hand: game.querySelector("[data-place=hand]")?.dataset.card ?? "",
    slot: game.querySelector("input[name=slot]:checked")?.value ?? "",
    cards: new Map(cards(game).map((card) => [card.dataset.card, box(card)])),
    places: new Map(places(game).map((place) => [place.dataset.place, box(place)])),
  };
}

const done = new WeakSet();

export function furnish(main, tools, was) {
  const game = main.querySelector(".racko");
  if (!game) return;
  if (was) happened(game, tools, was);
  if (!done.has(game)) listen(game);
  done.add(game);
  need(game);
}

const round = (game) => game.querySelector(".round-end");

/** A card is put where a slot is chosen; until then the button is disabled, and the note below says what is missing. */
function need(game) {
  const put = game.querySelector("button[value=put]");
  if (put) put.disabled = !game.querySelector("input[name=slot]:checked");
}

/** What is on the table comes and goes: the table listens for all of it. The sheet that tells how a round ended lies over it,
 *  and goes when it has been read, or when something under it gets the keyboard. */
function listen(game) {
  game.addEventListener("change", () => need(game));
  const shut = () => game.dataset.phase !== "over" && round(game) && (round(game).open = false);
  game.addEventListener("click", ({ target }) => {
    if (!target.closest("[data-shut]")) return;
    shut();
    round(game).querySelector("summary").focus({ preventScroll: true });
  });
  game.addEventListener("focusin", ({ target }) => round(game)?.contains(target) || shut());
}


function happened(game, tools, was) {
  const { phase, rounds } = game.dataset;
  const hand = game.querySelector("[data-place=hand]");
  // A slot that was chosen for this card stays chosen when other news comes.
  const again = was.slot && was.hand === (hand?.dataset.card ?? "") && game.querySelector(`input[name=slot][value="${was.slot}"]`);
  if (again) again.checked = true;
  game.classList.toggle("went-now", rounds !== was.rounds);
  if (rounds !== was.rounds) {
    tools.sound(phase === "over" ? "win" : "hot");
  } else if (phase !== was.phase) {
    tools.sound("card");
    if (tools.moving()) follow(game, hand, tools, was);
  }
}

function follow(game, hand, tools, was) {
  const flights = [];
  for (const card of cards(game)) {
    let from = was.cards.get(card.dataset.card);
    // A card nobody has seen comes from the pile into a hand, or out of somebody's rack onto the discards.
    if (!from && card === hand) from = was.places.get("pile");
    if (!from && card.dataset.place === "discards") from = was.places.get(was.mover);
    if (from) flights.push([card, from, box(card)]);
  }
  if (hand && !hand.dataset.card) flights.push([hand, was.places.get("pile"), box(hand)]);
  // All are measured before the first is moved: a page that has changed would be laid out anew for each.
  for (const flight of flights) fly(...flight, tools.pace);
}

function fly(card, from, to, pace) {
  const across = from.left + from.width / 2 - to.left - to.width / 2;
  const down = from.top + from.height / 2 - to.top - to.height / 2;
  if (Math.hypot(across, down) < 8) return;
  const start = `translate(${across}px, ${down}px) scale(${Math.min(1.2, from.width / to.width)})`;
  card.animate([{ transform: start, zIndex: 3 }, { transform: `translate(${across / 3}px, ${down / 3 - 24}px)`, zIndex: 3, offset: 0.6 }, {}], {
    duration: pace(420),
    easing: "cubic-bezier(.3,.7,.3,1)",
  });
}
