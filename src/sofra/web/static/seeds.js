// A seed of this device's own in every envelope: drawn and promised before the match, revealed when it begins, and looked
// for once it is played. docs/sealed-dice.md says what is promised. Nothing here is needed to play: who can't keep a seed
// (no storage) promises none.

import { say, warn } from "./voice.js";

const MONTH = 30 * 86400000;

/** The player of this page goes on without a seed in this envelope. */
const trust = (place) => sessionStorage.setItem(`all the same ${place}`, "yes");

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
    const tools = { kept, can: this.can, look: () => this.look(), trust, alarm: warn };
    this.giver ??= import("./promise.js").then(({ Giver }) => new Giver(this.main, tools));
    (await this.giver).contribute(envelope);
  }

  /** The match is played: what this device drew has to be in the envelope, whether or not its promise was ever answered. */
  check(envelope, place) {
    const item = this.can ? kept(place) : null;
    if (!item || !("player" in envelope.dataset)) return;
    const found = [...envelope.querySelectorAll("[data-seed]")].some((line) => line.dataset.seed === item.seed);
    if (found) {
      const note = document.createElement("p");
      note.className = "note own-seed";
      note.textContent = `✓ ${this.main.dataset.seedGood}`;
      if (!envelope.querySelector(".own-seed")) envelope.append(note);
    } else if (sessionStorage.getItem(`all the same ${place}`) !== "yes")
      this.warn(place, item.promise ? this.main.dataset.seedMissing : envelope.dataset.late);
  }

  /** Whether this page refuses to play, because its own seed is missing. It says so. */
  refuses() {
    const box = document.getElementById("seed-missing");
    if (!box) return false;
    say([box.firstElementChild.textContent], { shown: true });
    box.scrollIntoView({ block: "center" });
    return true;
  }

  warn(place, text) {
    warn(this.main, "seed-missing", text, { anyway: this.main.dataset.seedAnyway, done: () => trust(place) });
  }
}
