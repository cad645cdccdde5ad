/**
 * Cards inside a sentence. Words are made once, by the games' messages; `pieces` gives the same
 * sentence with the cards in it apart, so that they can be drawn small instead of being named.
 */

/** A card as it is drawn within a line of text. */
export interface Chip {
  /** A class that gives `--c` and `--i`, paper and ink; "plain" for a card without a colour. */
  tint: string;
  /** What stands on it. */
  text: string;
  /** What it is called in this sentence, for those who hear it. */
  name: string;
}

export type Piece = string | Chip;

// Two characters of the private use area, which no language has.
const OPEN = "\ue000";
const CLOSE = "\ue001";

let found: Chip[] | null = null;

/** The name of a card; inside `pieces` a mark in its place. */
export function chip(tint: string, text: string | number, name: string): string {
  if (!found) return name;
  found.push({ tint, text: String(text), name });
  return `${OPEN}${found.length - 1}${CLOSE}`;
}

/** A card by itself, as it is drawn small: `name` is made of one. */
export const chipOf = (name: () => string): Chip => {
  const [piece] = pieces(name);
  return typeof piece === "object" ? piece : { tint: "plain", text: piece ?? "", name: piece ?? "" };
};

/** A sentence with its cards apart. */
export function pieces(make: () => string): Piece[] {
  const before = found;
  found = [];
  try {
    const text = make();
    const chips = found;
    return text
      .split(new RegExp(`${OPEN}(\\d+)${CLOSE}(?:, (?=${OPEN}))?`)) // cards side by side need no comma
      .map((part, i): Piece => (i % 2 ? (chips[Number(part)] ?? "") : part))
      .filter((piece) => piece !== "");
  } finally {
    found = before;
  }
}

/** What the pieces say, read aloud. */
export const spoken = (parts: readonly Piece[]): string =>
  parts
    .map((part, i) => (typeof part === "string" ? part : part.name + (typeof parts[i + 1] === "object" ? ", " : "")))
    .join("");
