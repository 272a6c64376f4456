// A table that is alive: forms are sent without leaving the page, the stream brings news, and what it changes is swapped.

import "./sofra.js";
import { connect } from "./wire.js";
import { listen } from "./keys.js";
import { Region } from "./parts.js";
import { Seeds } from "./seeds.js";
import { say, warn } from "./voice.js";

const root = document.documentElement;
const pace = (milliseconds) => (root.dataset.motion === "quick" ? milliseconds / 2 : milliseconds);
const moving = () => root.dataset.motion !== "off" && !matchMedia("(prefers-reduced-motion: reduce)").matches;

async function open(main) {
  const table = new Table(main);
  if (main.dataset.module) table.game = await import(main.dataset.module);
  table.game?.furnish(main, table.tools, null);
  // Somebody may have been quicker than this module: the page itself comes unticked.
  if (main.querySelector("[data-flip]")?.checked) localStorage.flip = "on";
  turn(main);
  main.addEventListener("change", (event) => {
    if (!event.target.matches("[data-flip]")) return;
    localStorage.flip = event.target.checked ? "on" : "";
    turn(main);
  });
  document.addEventListener("submit", (event) => table.submit(event));
  // Why a move was refused lies over what is asked until something else is done at the table.
  main.addEventListener("click", ({ target }) => target.closest("#match, .refused") && table.lift());
  connect(main, (update) => table.take(update), () => table.version);
  listen(main);
  for (const kind of ["pointerdown", "keydown"]) document.addEventListener(kind, hurry, { capture: true });
  hold(main, table);
  table.seeds.look();
  if (main.dataset.unproved) import("./proof.js").then(({ Proofs }) => (table.proofs = new Proofs(main, warn)).look());
  stayAwake();
  performance.mark("table"); // From here on the table can be played.
}

class Table {
  constructor(main) {
    this.main = main;
    this.version = Number(main.dataset.version);
    this.game = null;
    this.held = null; // While one tap stands for two moves, news waits.
    this.pressed = null; // While a finger, a button of the mouse or the space bar is down, it waits too:
    this.begun = 0; // first so many changes that were about to be shown.
    this.under = new Set(); // The versions on which deeds were done that are not answered yet.
    this.last = Promise.resolve();
    this.seeds = new Seeds(main);
    this.proofs = null;
    this.regions = {};
    for (const seen of main.querySelectorAll(REGIONS)) this.regions[seen.id] = new Region(seen);
    this.tools = { act: (moves) => this.act(moves), say, sound: (name) => this.sound(name), moving, pace };
  }

  /** Take an update in, unless something newer is on the page already. */
  take(update) {
    const waiting = this.held ?? this.pressed;
    if (waiting) return void waiting.push(() => this.take(update));
    if (update.reload) return location.reload();
    if (!update.regions) return;
    const news = update.version > this.version;
    // The answer to a post and the stream tell the same thing: the second would only wipe what is being chosen.
    if (!news && !update.error && !update.presence) return;
    if (update.version < this.version) return;
    this.version = update.version;
    if (Object.keys(update.regions).some((id) => !this.regions[id])) return location.reload();
    // Read and compared before the page stands still to be changed.
    const read = Object.entries(update.regions).map(([id, html]) => [id, this.regions[id].read(html)]);
    const played = read.some(([id, { changed }]) => id === "match" && changed);
    const steps = read.flatMap(([, { steps }]) => steps);
    const swap = () => {
      this.main.dataset.version = String(update.version); // What it says is what is seen, in the middle of a transition too.
      this.swap(steps, played);
      this.main.dataset.hash = update.hash ?? ""; // The stream asks with it whether this is what should be seen.
    };
    if (moving() && document.startViewTransition && !document.hidden) {
      const change = document.startViewTransition(() => (this.pressed ? void this.pressed.splice(this.begun++, 0, swap) : swap()));
      // The next update may come before this one has faded in: then it is cut short, and that is all right.
      change.ready.catch(() => {});
      change.finished.catch(() => {});
    } else swap();
    say(news || update.presence ? (update.say ?? []) : [update.error.message]);
  }

  /** A press is at its end, and what it did is done: what came meanwhile. */
  release() {
    const waiting = this.pressed ?? [];
    this.pressed = null;
    this.begun = 0;
    for (const next of waiting) next();
  }

  /** Change the page; `played`: the game's own part too. */
  swap(steps, played) {
    const focus = remember(this.main);
    const before = (played && this.game?.before?.(this.main)) || null;
    // What was opened or closed by hand stays so; what the page itself opened for a moment closes when the moment is over.
    const opened = new Set([...this.main.querySelectorAll("details[open]:not([data-fresh])")].map(place));
    const closed = new Set([...this.main.querySelectorAll("details[data-fresh]:not([open])")].map(place));
    for (const step of steps) step();
    for (const details of this.main.querySelectorAll("details")) details.open = (details.open && !closed.has(place(details))) || opened.has(place(details));
    document.title = document.getElementById("ask")?.dataset.title ?? document.title;
    if (played) {
      // What stayed was chosen for another question; the game's part knows when it is the same.
      document.getElementById("match").reset();
      this.game?.furnish(this.main, this.tools, before);
    }
    turn(this.main);
    this.seeds.look();
    this.proofs?.look();
    restore(this.main, focus);
  }

  /** Take the refusal off; the same one can come again. */
  lift() {
    this.regions.ask.drop(".refused");
  }

  submit(event) {
    const form = event.target;
    if (!form.action.includes(`/t/${this.main.dataset.table}/`) || form.hasAttribute("data-plain")) return;
    if (!/\/(do|undo|react)$/.test(form.action)) return;
    event.preventDefault();
    const { action } = form;
    const data = new FormData(form, event.submitter);
    this.deed(async () => {
      const update = await this.post(action, data);
      if (update) this.take(update);
    });
  }

  /** One deed after the other. A second tap on the same page is one too many; one on what the stream brought meanwhile counts,
   *  and waits until the first is answered. */
  deed(done) {
    const on = this.main.dataset.version;
    if (this.under.has(on)) return;
    this.under.add(on);
    const next = () => done();
    this.last = this.last.then(next, next).finally(() => this.under.delete(on));
  }

  /** Play moves one after the other as one deed: the page changes once. */
  act(moves) {
    const form = document.getElementById("match");
    const { action } = form;
    const [seat, ask] = [form.elements.seat.value, form.elements.ask.value];
    this.deed(() => this.play(action, seat, ask, moves));
  }

  async play(action, seat, ask, moves) {
    let last = null;
    this.held = [];
    for (const move of moves) {
      const data = new FormData();
      for (const [key, value] of [["seat", seat], ["ask", ask], ["move", move]]) data.set(key, value);
      const update = await this.post(action, data);
      if (!update) break;
      if (last) update.say = [...(last.say ?? []), ...(update.say ?? [])];
      last = update;
      ask = String(update.ask ?? update.version);
      if (update.refused) break;
    }
    const waiting = this.held;
    this.held = null;
    if (last) this.take(last);
    for (const next of waiting) next();
  }

  /** Post a command until it is answered; the same id every time, so it counts once. */
  async post(address, data) {
    if (this.seeds.refuses()) return null;
    data.set("command", freshId());
    for (let wait = 300; ; wait = Math.min(wait * 2, 8000)) {
      let answer;
      try {
        answer = await fetch(address, {
          method: "POST",
          body: new URLSearchParams(data),
          headers: { "X-Sofra": "regions", Accept: "application/json" },
        });
      } catch {
        await new Promise((done) => setTimeout(done, wait));
        continue;
      }
      const found = await answer.json().catch(() => null);
      if (found?.regions) return answer.ok ? found : { ...found, refused: true };
      say([found?.error?.message ?? found?.message ?? answer.statusText], { shown: true });
      return null;
    }
  }

  async sound(name) {
    if (root.dataset.sound === "on") (await import("./sound.js")).play(name);
  }
}

/** What updates name: the parts of a table's page, or the lobby. */
const REGIONS = "#ask, #match, #result, #log, #scores, #chairs, #controls, #lobby";

const place = (element) => element.id || `${element.parentElement?.id}:${[...element.parentElement.children].indexOf(element)}`;

function remember(main) {
  const held = document.activeElement;
  if (!held || !main.contains(held) || held === main) return null;
  const region = held.closest("[id]");
  const keys = ["id", "data-key", "value", "name"].filter((name) => held.getAttribute(name));
  const same = keys.map((name) => `[${name}="${CSS.escape(held.getAttribute(name))}"]`);
  return { held, same, region: held.closest("#match, #controls") ? "match" : region?.id };
}

function restore(main, focus) {
  // A game's own part may have put it back already, where this could only guess.
  const now = document.activeElement;
  if (!focus || (now !== main && main.contains(now) && !now.matches(":disabled"))) return;
  const again = focus.same.map((one) => main.querySelector(`${one}:not([disabled])`)).find(Boolean);
  const target = again ?? document.getElementById(focus.region);
  target?.focus({ preventScroll: true });
}

/** Two who sit opposite each other at one device: the table turns round for the second of them. */
function turn(main) {
  const box = main.querySelector("[data-flip]");
  if (!box) return;
  box.checked = localStorage.flip === "on";
  const { seat, here } = document.getElementById("match").dataset;
  main.classList.toggle("turned", box.checked && seat === here.split(" ")[1]);
}

/** Whoever goes on does not wait: what still moves is at its end at once. */
function hurry() {
  for (const one of document.getAnimations()) if (one.effect.getComputedTiming().endTime !== Infinity) one.finish();
}

/** What is pressed stays where it is until it is let go: news that put another button there between the two halves of a
 *  click swallowed the click. */
function hold(main, table) {
  let end = 0;
  const after = (wait) => {
    clearTimeout(end);
    end = setTimeout(() => table.release(), wait);
  };
  const press = () => {
    if (table.pressed) return;
    table.pressed = [];
    after(LONGEST);
  };
  const letGo = (wait) => () => table.pressed && after(wait);
  main.addEventListener("pointerdown", (event) => event.button || press());
  main.addEventListener("keydown", (event) => event.key === " " && press());
  for (const kind of ["click", "pointercancel", "contextmenu"]) document.addEventListener(kind, letGo(0));
  for (const kind of ["pointerup", "keyup"]) document.addEventListener(kind, letGo(CLICK));
}

const LONGEST = 5000; // Some presses have no end that a page is told of, and a finger may rest.
const CLICK = 100; // The click comes a little after the finger is up.

function freshId() {
  // randomUUID only exists on secure addresses, and a table at home is often plain http.
  return [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

function stayAwake() {
  const ask = () => document.visibilityState === "visible" && navigator.wakeLock?.request("screen").catch(() => {});
  ask();
  document.addEventListener("visibilitychange", ask);
}

open(document.getElementById("main"));
