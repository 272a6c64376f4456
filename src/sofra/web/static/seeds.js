// A seed of this device's own in every envelope: drawn and promised before the match, revealed when it begins, and looked
// for once it is played. docs/sealed-dice.md says what is promised. Nothing here is needed to play: who can't keep a seed
// (no storage) promises none.

import { say } from "./voice.js";

const MONTH = 30 * 86400000;

const kept = (place) => JSON.parse(localStorage.getItem(`seed ${place}`) ?? "null");

function keep(place, item) {
  localStorage.setItem(`seed ${place}`, JSON.stringify(item));
  return item;
}

function forgetOld() {
  for (const key of Object.keys(localStorage))
    if (key.startsWith("seed ") && !(JSON.parse(localStorage[key]).at > Date.now() - MONTH)) localStorage.removeItem(key);
}

export class Seeds {
  constructor(main) {
    this.main = main;
    this.under = new Set(); // What is being done at which place: once is enough.
    try {
      forgetOld();
      this.can = true;
    } catch {
      this.can = false; // No storage: a reload would lose the seed, and everybody would wait for it.
    }
    if (location.hash === "#start") setTimeout(() => this.start(), 4000);
  }

  /** See to every envelope on the page; called whenever the page has changed. */
  look() {
    for (const envelope of this.main.querySelectorAll(".inside")) {
      const { stage, place } = envelope.dataset;
      if (stage === "closed") this.check(envelope, place);
      else if ("player" in envelope.dataset || "host" in envelope.dataset) this.contribute(envelope, place, stage);
    }
  }

  contribute(envelope, place, stage) {
    const { own } = envelope.dataset;
    let item = this.can ? kept(place) : null;
    // The answer to the promise may have been lost with the page that made it.
    if (item && own && !item.promise) item = keep(place, { ...item, promise: own });
    if (stage === "open") {
      if (!own && this.can && "player" in envelope.dataset) this.once(`promise ${place}`, () => this.promise(place));
      else this.maybeStart(envelope, place);
    } else {
      if ("host" in envelope.dataset) sessionStorage.setItem(`sealing ${this.main.dataset.table}`, place);
      const line = own && envelope.querySelector(`[data-promise="${own}"]`);
      if (item && line && !line.dataset.seed) this.once(`give ${place}`, () => this.send({ do: "give", seed: item.seed }));
    }
  }

  async promise(place) {
    const { hex, join, sha256, unhex } = await import("./hash.js");
    // Another tab of this browser may have drawn one already.
    const drawn = () => ({ seed: hex(crypto.getRandomValues(new Uint8Array(32))), at: Date.now() });
    const item = kept(place) ?? keep(place, drawn());
    const promise = hex(sha256(join(`sofra device 1\n${place}\n`, unhex(item.seed))));
    const answer = await this.send({ do: "promise", promise });
    if (answer?.outcome === "accepted") {
      keep(place, { ...item, promise });
      this.look();
    }
    return answer;
  }

  /** Begin, where this page was opened to begin at once, or where the host's start ended in a seed that never came. */
  maybeStart(envelope, place) {
    if (!("host" in envelope.dataset)) return;
    const waited = sessionStorage.getItem(`sealing ${this.main.dataset.table}`);
    if (location.hash === "#start") this.start();
    else if (waited && waited !== place && envelope.dataset.restarts !== "0") {
      sessionStorage.removeItem(`sealing ${this.main.dataset.table}`);
      // The other devices need a moment to promise anew.
      setTimeout(() => this.send({ do: document.getElementById("match") ? "rematch" : "start" }), 1500);
    }
  }

  start() {
    if (location.hash !== "#start") return;
    history.replaceState(null, "", location.pathname);
    this.send({ do: "start" });
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
    if (document.getElementById("seed-missing")) return;
    const box = document.createElement("div");
    box.id = "seed-missing";
    box.className = "moment bad";
    box.setAttribute("role", "alert");
    const text = document.createElement("span");
    text.textContent = this.main.dataset.seedMissing;
    const button = document.createElement("button");
    button.type = "button";
    button.className = "btn small";
    button.textContent = this.main.dataset.seedAnyway;
    button.addEventListener("click", () => {
      sessionStorage.setItem(`all the same ${place}`, "yes");
      box.remove();
    });
    box.append(text, button);
    this.main.prepend(box);
  }

  /** Do something once; again only if it got no answer. */
  async once(name, deed) {
    if (this.under.has(name)) return;
    this.under.add(name);
    const answer = await deed().catch(() => null);
    if (!answer) this.under.delete(name);
  }

  /** Send a command until it is answered, with the same id every time. */
  async send(command) {
    const id = [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
    for (let wait = 300; wait < 20000; wait *= 2) {
      try {
        const answer = await fetch(`/t/${this.main.dataset.table}/do`, {
          method: "POST",
          headers: { "Content-Type": "application/json" },
          body: JSON.stringify({ command: id, ...command }),
        });
        return await answer.json();
      } catch {
        await new Promise((done) => setTimeout(done, wait));
      }
    }
    return null;
  }
}
