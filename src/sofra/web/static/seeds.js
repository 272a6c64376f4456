// A seed of this device's own in every envelope: drawn and promised before the match, revealed when it begins, and looked
// for once it is played. docs/sealed-dice.md says what is promised. Nothing here is needed to play: who can't keep a seed
// (no storage) promises none.

import { say, warn } from "./voice.js";

const MONTH = 30 * 86400000;

const kept = (place) => JSON.parse(localStorage.getItem(`seed ${place}`) ?? "null");

function forgetOld() {
  for (const key of Object.keys(localStorage))
    if (key.startsWith("seed ") && !(JSON.parse(localStorage[key]).at > Date.now() - MONTH)) localStorage.removeItem(key);
}

export class Seeds {
  constructor(main) {
    this.main = main;
    try {
      forgetOld();
      this.can = true;
    } catch {
      this.can = false; // No storage: a reload would lose the seed, and everybody would wait for it.
    }
  }

  /** See to every envelope on the page; called whenever the page has changed. */
  look() {
    for (const envelope of this.main.querySelectorAll(".inside")) {
      const { stage, place } = envelope.dataset;
      if (stage === "closed") this.check(envelope, place);
      else if ("player" in envelope.dataset || "host" in envelope.dataset) this.contribute(envelope);
    }
  }

  /** Something can be put in: most pages never need how. */
  async contribute(envelope) {
    this.giver ??= import("./promise.js").then(({ Giver }) => new Giver(this.main, kept, this.can, () => this.look()));
    (await this.giver).contribute(envelope);
  }

  /** The match is played: what this device promised has to be in the envelope. */
  check(envelope, place) {
    const item = this.can ? kept(place) : null;
    if (!item?.promise || !("player" in envelope.dataset)) return;
    const found = [...envelope.querySelectorAll("[data-seed]")].some((line) => line.dataset.seed === item.seed);
    if (found) {
      const note = document.createElement("p");
      note.className = "note own-seed";
      note.textContent = `✓ ${this.main.dataset.seedGood}`;
      if (!envelope.querySelector(".own-seed")) envelope.append(note);
    } else if (sessionStorage.getItem(`all the same ${place}`) !== "yes") this.warn(place);
  }

  /** Whether this page refuses to play, because its own seed is missing. It says so. */
  refuses() {
    const box = document.getElementById("seed-missing");
    if (!box) return false;
    say([this.main.dataset.seedMissing], { shown: true });
    box.scrollIntoView({ block: "center" });
    return true;
  }

  warn(place) {
    const { seedMissing, seedAnyway } = this.main.dataset;
    warn(this.main, "seed-missing", seedMissing, { anyway: seedAnyway, done: () => sessionStorage.setItem(`all the same ${place}`, "yes") });
  }
}
