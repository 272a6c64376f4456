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

function digest(message, size) {
  const wide = size === 512;
  const bits = wide ? 64n : 32n;
  const mask = (1n << bits) - 1n;
  const [rounds, block] = wide ? [80, 128] : [64, 64];
  const constants = (digest[size] ??= {
    k: primes(rounds).map((prime) => fraction(prime, 3n, bits)),
    h: primes(8).map((prime) => fraction(prime, 2n, bits)),
  });
  const turn = (x, n) => ((x >> BigInt(n)) | (x << (bits - BigInt(n)))) & mask;
  const mix = (x, a, b, c, shift) => turn(x, a) ^ turn(x, b) ^ (shift ? x >> BigInt(c) : turn(x, c));
  const [s0, s1, e0, e1] = wide
    ? [[1, 8, 7], [19, 61, 6], [28, 34, 39], [14, 18, 41]]
    : [[7, 18, 3], [17, 19, 10], [2, 13, 22], [6, 11, 25]];
  const padded = new Uint8Array(Math.ceil((message.length + 1 + (wide ? 16 : 8)) / block) * block);
  padded.set(message);
  padded[message.length] = 128;
  new DataView(padded.buffer).setBigUint64(padded.length - 8, BigInt(message.length) * 8n);
  const view = new DataView(padded.buffer);
  let state = constants.h;
  for (let at = 0; at < padded.length; at += block) {
    const w = [];
    for (let i = 0; i < 16; i++) w.push(wide ? view.getBigUint64(at + i * 8) : BigInt(view.getUint32(at + i * 4)));
    for (let i = 16; i < rounds; i++)
      w.push((w[i - 16] + mix(w[i - 15], ...s0, true) + w[i - 7] + mix(w[i - 2], ...s1, true)) & mask);
    let [a, b, c, d, e, f, g, h] = state;
    for (let i = 0; i < rounds; i++) {
      const one = (h + mix(e, ...e1) + ((e & f) ^ (~e & mask & g)) + constants.k[i] + w[i]) & mask;
      const two = (mix(a, ...e0) + ((a & b) ^ (a & c) ^ (b & c))) & mask;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) & mask, c, b, a, (one + two) & mask];
    }
    state = [a, b, c, d, e, f, g, h].map((x, i) => (x + state[i]) & mask);
  }
  return unhex(state.map((x) => x.toString(16).padStart(Number(bits) / 4, "0")).join(""));
}

export const sha256 = (message) => digest(bytes(message), 256);
export const sha512 = (message) => digest(bytes(message), 512);

export function hmac512(key, message) {
  const secret = new Uint8Array(128);
  secret.set(key.length > 128 ? sha512(key) : key);
  const pad = (byte) => secret.map((x) => x ^ byte);
  return sha512(join(pad(0x5c), sha512(join(pad(0x36), message))));
}
