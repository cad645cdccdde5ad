/** How a person looks: parts of a drawn face, the same for the same person everywhere. */

/** How many there are of each part. The drawings are in components/people. */
export const PARTS = { skin: 6, hair: 8, tint: 7, eyes: 4, mouth: 4, extra: 6, cloth: 6 } as const;

export type Part = keyof typeof PARTS;
export type Look = Record<Part, number>;

const NAMES = Object.keys(PARTS) as Part[];

/** A number from a text, well spread (FNV-1a, then mixed). */
function hash(text: string): number {
  let sum = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) sum = Math.imul(sum ^ text.charCodeAt(i), 0x01000193);
  sum = Math.imul(sum ^ (sum >>> 16), 0x7feb352d);
  sum = Math.imul(sum ^ (sum >>> 15), 0x846ca68b);
  return (sum ^ (sum >>> 16)) >>> 0;
}

/** The look of whoever has this id, unless they chose one. */
export function lookOf(key: string): Look {
  return Object.fromEntries(NAMES.map((part) => [part, hash(`${part} ${key}`) % PARTS[part]])) as Look;
}

/** A look as a short text, one digit a part; `readLook` reads it. */
export const writeLook = (look: Look): string => NAMES.map((part) => look[part]).join("");

/** The look of such a text; null if it is none. */
export function readLook(text: string): Look | null {
  if (!/^\d+$/.test(text) || text.length !== NAMES.length) return null;
  const look = Object.fromEntries(NAMES.map((part, i) => [part, Number(text[i])])) as Look;
  return NAMES.every((part) => look[part] < PARTS[part]) ? look : null;
}
