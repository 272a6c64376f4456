// What a device does before a match: draw a seed, promise it, reveal it when the match begins; and begin, where it is due.

import { hex, join, sha256, unhex } from "./sha256.js";

function keep(place, item) {
  localStorage.setItem(`seed ${place}`, JSON.stringify(item));
  return item;
}

export class Giver {
  /** `kept(place)` is the seed that this device keeps for a place, or null. */
  constructor(main, kept, can, look) {
    this.main = main;
    this.kept = kept;
    this.can = can;
    this.look = look;
    this.under = new Set(); // What is being done at which place: once is enough.
    if (location.hash === "#start") setTimeout(() => this.start(), 4000);
  }

  /** Promise, reveal or begin, as this envelope asks for. */
  contribute(envelope) {
    const { own, place, stage } = envelope.dataset;
    let item = this.can ? this.kept(place) : null;
    // The answer to the promise may have been lost with the page that made it.
    if (item && own && !item.promise) item = keep(place, { ...item, promise: own });
    if (stage === "open") {
      if (!own && this.can && "player" in envelope.dataset) this.once(`promise ${place}`, () => this.promise(place));
      else this.maybeStart(envelope, place);
    } else {
      if (this.can && "host" in envelope.dataset) sessionStorage.setItem(`sealing ${this.main.dataset.table}`, place);
      const line = own && envelope.querySelector(`[data-promise="${own}"]`);
      if (item && line && !line.dataset.seed) this.once(`give ${place}`, () => this.send({ do: "give", seed: item.seed }));
    }
  }

  async promise(place) {
    // Another tab of this browser may have drawn one already.
    const drawn = () => ({ seed: hex(crypto.getRandomValues(new Uint8Array(32))), at: Date.now() });
    const item = this.kept(place) ?? keep(place, drawn());
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
    const waited = this.can && sessionStorage.getItem(`sealing ${this.main.dataset.table}`);
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
