/** SHA-256 in plain arithmetic: browsers keep their own from pages that came over plain http, as at home. */

const ROUNDS = 64;
const BLOCK = 64; // bytes

/** The first 32 bits behind the point of a root of each of the first primes. */
function fractions(count: number, root: (prime: number) => number): Uint32Array {
  const found: number[] = [];
  for (let number = 2; found.length < count; number++) {
    let prime = true;
    for (let part = 2; part * part <= number; part++) if (number % part === 0) prime = false;
    if (prime) found.push((root(number) % 1) * 2 ** 32);
  }
  return Uint32Array.from(found);
}

const START = fractions(8, Math.sqrt);
const KEYS = fractions(ROUNDS, Math.cbrt);

const turn = (word: number, by: number): number => (word >>> by) | (word << (32 - by));

/** The message, a one bit, zeros, and the length in bits: whole blocks. */
function padded(message: Uint8Array): DataView {
  const size = Math.ceil((message.length + 9) / BLOCK) * BLOCK;
  const bytes = new Uint8Array(size);
  bytes.set(message);
  bytes[message.length] = 0x80;
  const view = new DataView(bytes.buffer);
  view.setUint32(size - 8, Math.floor(message.length / 2 ** 29));
  view.setUint32(size - 4, message.length << 3);
  return view;
}

/** The hash of some bytes, in hexadecimal digits. */
export function sha256(message: Uint8Array): string {
  const view = padded(message);
  const hash = START.slice();
  const words = new Uint32Array(ROUNDS);
  const at = (i: number): number => words[i]!;
  for (let block = 0; block < view.byteLength; block += BLOCK) {
    for (let i = 0; i < 16; i++) words[i] = view.getUint32(block + 4 * i);
    for (let i = 16; i < ROUNDS; i++) {
      const near = at(i - 2);
      const far = at(i - 15);
      const low = turn(far, 7) ^ turn(far, 18) ^ (far >>> 3);
      const high = turn(near, 17) ^ turn(near, 19) ^ (near >>> 10);
      words[i] = at(i - 16) + low + at(i - 7) + high;
    }
    let [a, b, c, d, e, f, g, h] = hash as unknown as [number, number, number, number, number, number, number, number];
    for (let i = 0; i < ROUNDS; i++) {
      const high = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25);
      const one = (h + high + ((e & f) ^ (~e & g)) + KEYS[i]! + at(i)) | 0;
      const low = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22);
      const two = (low + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [a, b, c, d, e, f, g, h] = [(one + two) | 0, a, b, c, (d + one) | 0, e, f, g];
    }
    [a, b, c, d, e, f, g, h].forEach((word, i) => (hash[i] = hash[i]! + word));
  }
  return Array.from(hash, (word) => word.toString(16).padStart(8, "0")).join("");
}
