// SHA-256, SHA-512 and HMAC-SHA-512 by our own hand: a table at home is often plain http, where browsers offer none.

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

const constants = (rounds, bits) => ({
  k: primes(rounds).map((prime) => fraction(prime, 3n, bits)),
  h: primes(8).map((prime) => fraction(prime, 2n, bits)),
});

/** The message with its end marked and its length in bits written behind it, up to a whole number of blocks. */
function padded(message, block) {
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

let wide;

export function sha512(message) {
  wide ??= constants(80, 64n);
  const view = padded(bytes(message), 128);
  const turn = (x, n) => (x >> n) | BigInt.asUintN(64, x << (64n - n));
  let state = wide.h;
  for (let at = 0; at < view.byteLength; at += 128) {
    const w = [];
    for (let i = 0; i < 16; i++) w.push(view.getBigUint64(at + i * 8));
    for (let i = 16; i < 80; i++) {
      const [x, y] = [w[i - 15], w[i - 2]];
      const one = turn(x, 1n) ^ turn(x, 8n) ^ (x >> 7n);
      w.push(BigInt.asUintN(64, w[i - 16] + one + w[i - 7] + (turn(y, 19n) ^ turn(y, 61n) ^ (y >> 6n))));
    }
    let [a, b, c, d, e, f, g, h] = state;
    for (let i = 0; i < 80; i++) {
      const mixed = turn(e, 14n) ^ turn(e, 18n) ^ turn(e, 41n);
      const one = h + mixed + ((e & f) ^ (BigInt.asUintN(64, ~e) & g)) + wide.k[i] + w[i];
      const two = (turn(a, 28n) ^ turn(a, 34n) ^ turn(a, 39n)) + ((a & b) ^ (a & c) ^ (b & c));
      [h, g, f, e, d, c, b, a] = [g, f, e, BigInt.asUintN(64, d + one), c, b, a, BigInt.asUintN(64, one + two)];
    }
    state = [a, b, c, d, e, f, g, h].map((x, i) => BigInt.asUintN(64, x + state[i]));
  }
  const found = new DataView(new ArrayBuffer(64));
  state.forEach((x, i) => found.setBigUint64(i * 8, x));
  return new Uint8Array(found.buffer);
}

export function hmac512(key, message) {
  const secret = new Uint8Array(128);
  secret.set(key.length > 128 ? sha512(key) : key);
  const pad = (byte) => secret.map((x) => x ^ byte);
  return sha512(join(pad(0x5c), sha512(join(pad(0x36), message))));
}
