// SHA-256 by our own hand, and bytes: a table at home is often plain http, where browsers offer none.

const text = new TextEncoder();

export const bytes = (value) => (typeof value === "string" ? text.encode(value) : value);
export const hex = (value) => [...value].map((byte) => byte.toString(16).padStart(2, "0")).join("");
export const unhex = (value) => Uint8Array.from(value.match(/../g) ?? [], (pair) => parseInt(pair, 16));

export function join(...parts) {
  const all = parts.map(bytes);
  const found = new Uint8Array(all.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of all) {
    found.set(part, at);
    at += part.length;
  }
  return found;
}

// The constants are the first bits of the fractional parts of roots of primes; as integers, so that nothing is rounded.
function primes(count) {
  const found = [];
  for (let n = 2n; found.length < count; n++) if (found.every((p) => n % p)) found.push(n);
  return found;
}

function root(value, power) {
  let low = 0n;
  let high = value;
  while (low < high) {
    const middle = (low + high + 1n) >> 1n;
    if (middle ** power <= value) low = middle;
    else high = middle - 1n;
  }
  return low;
}

const fraction = (prime, power, bits) => root(prime << (bits * power), power) & ((1n << bits) - 1n);

export const constants = (rounds, bits) => ({
  k: primes(rounds).map((prime) => fraction(prime, 3n, bits)),
  h: primes(8).map((prime) => fraction(prime, 2n, bits)),
});

/** The message with its end marked and its length in bits written behind it, up to a whole number of blocks. */
export function padded(message, block) {
  const found = new Uint8Array(Math.ceil((message.length + 1 + block / 8) / block) * block);
  found.set(message);
  found[message.length] = 128;
  const view = new DataView(found.buffer);
  view.setBigUint64(found.length - 8, BigInt(message.length) * 8n);
  return view;
}

let narrow;

export function sha256(message) {
  if (!narrow) {
    const { k, h } = constants(64, 32n);
    narrow = { k: k.map(Number), h: h.map(Number) };
  }
  const view = padded(bytes(message), 64);
  const turn = (x, n) => (x >>> n) | (x << (32 - n));
  const w = new Int32Array(64);
  const state = Int32Array.from(narrow.h);
  for (let at = 0; at < view.byteLength; at += 64) {
    for (let i = 0; i < 16; i++) w[i] = view.getInt32(at + i * 4);
    for (let i = 16; i < 64; i++) {
      const [x, y] = [w[i - 15], w[i - 2]];
      const one = turn(x, 7) ^ turn(x, 18) ^ (x >>> 3);
      w[i] = w[i - 16] + one + w[i - 7] + (turn(y, 17) ^ turn(y, 19) ^ (y >>> 10));
    }
    let [a, b, c, d, e, f, g, h] = state;
    for (let i = 0; i < 64; i++) {
      const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + narrow.k[i] + w[i]) | 0;
      const two = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((x, i) => (state[i] += x));
  }
  const found = new DataView(new ArrayBuffer(32));
  state.forEach((x, i) => found.setInt32(i * 4, x));
  return new Uint8Array(found.buffer);
}
