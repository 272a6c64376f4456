// What a device does before a match: draw a seed, promise it, reveal it when the match begins; and begin, where it is due.
// It begins nothing before its own promise stands in the envelope: where that fails it says so, and leaves it to its player.

import { hex, join, sha256, unhex } from "./sha256.js";

function keep(place, item) {
  localStorage.setItem(`seed ${place}`, JSON.stringify(item));
  return item;
}

const LATE = 5000; // Milliseconds after which whoever wants to begin is told what keeps the match.
const GRACE = 1500; // Milliseconds that a start waits for those who have only just sat down: not every device promises.

/** Whether a command stands in the table's log, now or already before. */
const stands = (answer) => answer && !answer.error;

const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

export class Giver {
  /** `kept(place)` is the seed that this device keeps for a place, or null; `can` whether it can keep any; `look()` sees to
   *  the page; `trust(place)`: its player goes without; `alarm(main, id, text, choice)` puts a warning on the page. */
  constructor(main, { kept, can, look, trust, alarm }) {
    Object.assign(this, { main, kept, can, look, trust, alarm });
    this.holding = false; // Somebody has begun, and is waiting for seeds.
    this.under = new Set(); // What is being done at which place: once is enough.
    this.promised = Promise.resolve(null); // What became of the last promise.
    document.addEventListener("submit", (event) => this.hold(event), { capture: true });
    if (location.hash === "#start") setTimeout(() => location.hash === "#start" && this.ask(() => this.start()), LATE);
  }

  /** Promise, reveal or begin, as this envelope asks for. */
  contribute(envelope) {
    const { own, place, stage } = envelope.dataset;
    let item = this.can ? this.kept(place) : null;
    // The answer to the promise may have been lost with the page that made it.
    if (item && own && !item.promise) item = keep(place, { ...item, promise: own });
    if (stage === "open") {
      if (this.owes(envelope)) this.once(`promise ${place}`, () => (this.promised = this.promise(place)));
      else this.maybeStart(envelope, place);
    } else {
      if (this.can && "host" in envelope.dataset) sessionStorage.setItem(`sealing ${this.main.dataset.table}`, place);
      const line = own && envelope.querySelector(`[data-promise="${own}"]`);
      if (item && line && !line.dataset.seed) this.once(`give ${place}`, () => this.send({ do: "give", seed: item.seed }));
    }
  }

  /** Whether this device can put a seed into an open envelope and has not done so. */
  owes({ dataset }) {
    return this.can && dataset.stage === "open" && "player" in dataset && !dataset.own;
  }

  async promise(place) {
    // Another tab of this browser may have drawn one already.
    const drawn = () => ({ seed: hex(crypto.getRandomValues(new Uint8Array(32))), at: Date.now() });
    const item = this.kept(place) ?? keep(place, drawn());
    const promise = hex(sha256(join(`sofra device 1\n${place}\n`, unhex(item.seed))));
    const answer = await this.send({ do: "promise", promise });
    if (stands(answer)) {
      keep(place, { ...item, promise });
      this.look();
    }
    return answer;
  }

  /** The envelope into which this device can put a seed and has not done so, if there is one. */
  get owed() {
    return [...this.main.querySelectorAll(".inside")].find((one) => this.owes(one));
  }

  /** Whether a seed is still to come, from this device or another. */
  get lacking() {
    return this.owed || this.main.querySelector(".inside[data-silent]:not([data-silent='0'])");
  }

  /** A match is not begun from here before the seed of this device is in, unless its player wants it so. Whoever sat down a
   *  moment ago is waited for a little: their device would find a match without the seed that it had drawn for it. */
  async hold(event) {
    const form = event.target;
    if (!/\/(start|rematch)$/.test(form.action) || !(this.holding || this.lacking)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (this.holding) return;
    this.holding = true;
    event.submitter?.setAttribute("aria-busy", "true");
    const answer = this.owed ? await Promise.race([this.promised, pause(LATE)]) : {};
    for (const end = Date.now() + GRACE; stands(answer) && this.lacking && Date.now() < end; ) await pause(50);
    this.holding = false;
    event.submitter?.removeAttribute("aria-busy");
    // News may have put the same form there anew.
    const begin = () => (form.isConnected ? form : this.main.querySelector(`form[action="${form.getAttribute("action")}"]`))?.submit();
    if (stands(answer)) begin();
    else this.ask(begin);
  }

  /** Say that the seed of this device is not in; its player may begin all the same. */
  ask(begin) {
    const open = this.owed;
    if (!open) return begin();
    const { late, anyway, place } = open.dataset;
    const done = () => {
      this.trust(place);
      begin();
    };
    this.alarm(this.main, "seed-late", late, { anyway, done });
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
        const found = await answer.json();
        // Too fast, or a store that is away: nothing has happened, and it goes out again.
        if (found.error?.kind !== "unsupported") return found;
      } catch {
        // No answer: the same.
      }
      await pause(wait);
    }
    return null;
  }
}
