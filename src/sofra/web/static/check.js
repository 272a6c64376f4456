// "Check a game" in the browser, without the server: the envelope, what was put in, every die and every card.
// Written from docs/sealed-dice.md. Whether the moves follow the rules is for the server or the terminal to say.

import { hmac512 } from "./hash.js";
import { bytes, hex, join, sha256, unhex } from "./sha256.js";

/** Reads a record; throws an Error whose message is a key of the page's sentences. */
export function read(record) {
  const head = {};
  const given = [];
  const roots = [];
  const outcomes = [];
  let seats = 0;
  for (const raw of record.split("\n")) {
    const line = raw.trimEnd();
    const seal = line.match(/^seal ([a-z]+): (.*)$/);
    if (seal) {
      const [, name, value] = seal;
      if (name === "device") given.push({ kind: name, promise: value.split(" ")[0], seed: value.split(" ")[1] });
      else if (name === "typed") given.push({ kind: name, seed: value });
      else if (name === "root") roots.push(value.split(" "));
      else head[name] = value;
    } else if (line.startsWith("seats: ")) seats = Number(line.slice(7));
    else if (line.startsWith("chance: ")) head.chance = line.slice(8);
    else
      for (const part of line.split(";")) {
        const found = part.trim().match(/^\* ([a-z][a-z:0-9-]*) = ([0-9 ]+)$/);
        if (found) outcomes.push({ label: found[1], values: found[2].trim().split(" ").map(Number) });
      }
  }
  if (head.chance !== "sealed" || head.version !== "1" || !head.seed || !head.place) throw new Error("none");
  return { ...head, seats, given, roots, outcomes };
}

export function below(key, label, n) {
  for (let block = 0; ; block++)
    for (const byte of hmac512(key, bytes(`${label}#${block}`))) if (byte < 256 - (256 % n)) return byte % n;
}

export const dice = (key, label, count) =>
  Array.from({ length: count }, (_, i) => 1 + below(key, `${label}:${i + 1}`, 6));

const setOf = (runs) =>
  runs.split(",").flatMap((run) => {
    const [low, high = low] = run.split("-").map(Number);
    return Array.from({ length: high - low + 1 }, (_, i) => low + i);
  });

/** The order of a shuffle, and the root of the tree over it. */
export function shuffle(key, name, cards) {
  const own = hmac512(key, bytes(`shuffle ${name}`));
  const left = setOf(cards);
  const order = left.map((_, i) => below(own, `${name}:${i + 1}`, left.length - i)).map((at) => left.splice(at, 1)[0]);
  let level = order.map((card, i) => {
    const salt = hmac512(own, bytes(`salt:${name}:${i + 1}`)).slice(0, 32);
    return sha256(join([0], salt, `${name}:${i + 1}=${card}`));
  });
  while (level.length > 1) {
    const next = [];
    for (let i = 0; i < level.length; i += 2)
      next.push(i + 1 < level.length ? sha256(join([1], level[i], level[i + 1])) : level[i]);
    level = next;
  }
  return { order, root: hex(level[0]) };
}

/** What is wrong with a record's luck: null, or the label at which it does not fit ("" for the envelope). */
export function check(record) {
  const found = read(record);
  const seed = unhex(found.seed);
  const bound = `${found.place}\n${found.rules}\n${found.seats}\n`;
  const promised = (item) => hex(sha256(join(`sofra device 1\n${found.place}\n`, unhex(item.seed))));
  if (hex(sha256(join(`sofra envelope 1\n${bound}`, seed))) !== found.commitment) return "";
  if (found.given.some((item) => item.kind === "device" && promised(item) !== item.promise)) return "";
  const lines = found.given.map((item) => `${item.kind} ${item.seed}\n`).join("");
  const key = hmac512(seed, bytes(`sofra key 1\n${bound}${lines}`));
  const decks = found.roots.map(([name, cards, root]) => ({ name, root, ...shuffle(key, name, cards) }));
  const bad = decks.find((deck, i) => deck.root !== found.roots[i][2]);
  if (bad) return bad.name;
  let deck = null;
  let at = 0;
  for (const { label, values } of found.outcomes) {
    let due;
    if (found.roots.length) {
      if (decks[0] && (label === decks[0].name || !deck || at + values.length > deck.order.length)) {
        deck = decks.shift();
        at = 0;
      }
      due = deck ? deck.order.slice(at, at + values.length) : [];
      at += values.length;
    } else due = dice(key, label, values.length);
    if (due.join() !== values.join()) return label;
  }
  return null;
}

export function furnish(form) {
  form.addEventListener("change", async ({ target }) => {
    if (target.dataset.into && target.files.length) form.elements[target.dataset.into].value = await target.files[0].text();
  });
  form.addEventListener("submit", (event) => {
    if (event.submitter?.name !== "here") return;
    event.preventDefault();
    const verdict = form.querySelector("[role=status]");
    const words = form.dataset;
    let label;
    try {
      label = check(form.elements.record.value);
    } catch {
      label = undefined;
    }
    verdict.hidden = false;
    verdict.className = `moment ${label === null ? "good" : "bad"}`;
    if (label === null) verdict.textContent = words.good;
    else if (label === undefined) verdict.textContent = words.none;
    else verdict.textContent = label ? words.wrong.replace("…", label) : words.envelope;
  });
}
