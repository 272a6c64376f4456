// SHA-512 and HMAC-SHA-512 by our own hand, for checking a whole match.

import { bytes, constants, join, padded } from "./sha256.js";

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
