// Every card that lies open here, or in this player's own rack, is proved while the match is played: its leaf leads to the
// root that was published before the deal. A root that was seen once on this device may never change, and a card that was
// just drawn comes from the next place.

import { hex, join, sha256, unhex } from "./sha256.js";

export class Proofs {
  /** `alarm(main, id, text)` puts a warning on the page. */
  constructor(main, alarm) {
    this.main = main;
    this.alarm = alarm;
    this.proved = new Set();
    this.told = new Set(); // What was warned of and taken note of.
    this.roots = "";
    this.busy = false;
    this.again = false;
  }

  /** See to every card on the page; called whenever the page has changed. */
  async look() {
    this.again = this.busy;
    const inside = this.main.querySelector(".inside[data-stage=closed][data-roots]");
    if (!inside || this.busy) return;
    if (inside.dataset.roots !== this.roots) this.proved.clear();
    this.roots = inside.dataset.roots;
    const wanted = this.unproved();
    this.note();
    if (!wanted.length) return;
    this.busy = true;
    try {
      await this.prove(inside.dataset.place, this.roots, wanted);
    } catch {
      // No answer: the next change asks again.
    } finally {
      this.busy = false;
    }
    // The page may have changed meanwhile, and with it what has to be proved.
    if (this.again) this.look();
    else this.note();
  }

  /** The cards on the page that no leaf has proved yet. */
  unproved() {
    const cards = new Set([...this.main.querySelectorAll("#match [data-proof]")].map((one) => one.dataset.proof));
    return [...cards].filter((card) => !this.proved.has(card));
  }

  async prove(place, roots, wanted) {
    const query = wanted.map((card) => `card=${card}`).join("&");
    const answer = await fetch(`/t/${this.main.dataset.table}/cards?${query}`, { headers: { Accept: "application/json" } });
    if (!answer.ok) return;
    const found = await answer.json();
    const current = this.current(place, roots);
    for (const card of wanted) {
      // A moment for the page itself between two cards: they are small, but there may be many.
      await new Promise((done) => setTimeout(done));
      const leaf = found.cards.find((one) => String(one.card) === card);
      if (!leaf && String(found.version) !== this.main.dataset.version) continue; // The table has moved on meanwhile.
      let now = leaf && sha256(join([0], unhex(leaf.salt), `${leaf.shuffle}:${leaf.place}=${card}`));
      for (const step of leaf?.path ?? []) {
        const other = unhex(step.slice(1));
        now = sha256(step[0] === "l" ? join([1], other, now) : join([1], now, other));
      }
      const nth = this.main.querySelector(`#match [data-proof="${card}"][data-nth]`)?.dataset.nth;
      const inOrder = nth === undefined || nth === String(leaf?.place);
      if (leaf && hex(now) === current[leaf.shuffle] && inOrder) this.proved.add(card);
      else return this.warn(this.main.dataset.unproved.replace("#", card));
    }
  }

  /** The roots of this round's shuffles, as this device saw them first. */
  current(place, roots) {
    const key = `roots ${place}`;
    const seen = JSON.parse(sessionStorage.getItem(key) ?? "{}");
    const lines = roots.split(" ").map((line) => line.split("="));
    for (const [name, root] of lines) if ((seen[name] ??= root) !== root) this.warn(this.main.dataset.changed);
    sessionStorage.setItem(key, JSON.stringify(seen));
    const last = lines.findLastIndex(([name]) => name.startsWith("deal:"));
    // Leaves of an earlier deal prove nothing about the cards of this one.
    return Object.fromEntries(lines.slice(Math.max(last, 0)).map(([name]) => [name, seen[name]]));
  }

  /** Say so where every card on the page is proved, and nowhere else: a server that owes a leaf gets no credit for it. */
  note() {
    const inside = this.main.querySelector(".inside[data-stage=closed]");
    let line = inside?.querySelector(".proved");
    if (!inside || !this.proved.size || this.unproved().length) return void line?.remove();
    if (!line) {
      line = document.createElement("p");
      line.className = "note proved";
      inside.append(line);
    }
    line.textContent = `✓ ${this.main.dataset.proved}`;
  }

  warn(text) {
    if (this.told.has(text)) return;
    this.alarm(this.main, "card-unproved", text, { anyway: this.main.dataset.seedAnyway, done: () => this.told.add(text) });
  }
}
