/**
 * The drawn examples of the rulebooks. A line `![caption](draw:…)` draws, from top to bottom, what
 * stands behind `draw:`, lines between semicolons:
 *
 *     columns=8-14             a board of these numbers; after it, its rows
 *     red=10-12,9?,13?         a row: what lies, `?` what fits, `!` just laid, `j` a joker,
 *                              `*` with a bonus sign
 *     zones=11                 columns that are printed as one
 *     bridges=red13,yellow7*   from the upper row to the next one, `*` with a bonus sign
 *     counter=2/4              laid so far in this turn
 *     hand=red13?,green3~      things side by side under a heading: `?` fits, `~` does not,
 *                              `!` is new
 *
 * A thing is a card (`red13`), a symbol (`red`), a number with what is on it (`5.eye`, `33.7`), a
 * picture by its name, with a number or without (`back`, `joker7`), or `>`, an arrow. Which
 * headings, signs and pictures there are, a game tells.
 */
import type { Colour } from "$lib/wire";

const COLOURS: readonly string[] = ["red", "yellow", "green", "blue"];

/** The words that may stand in a drawing. */
export interface Vocabulary {
  /** What may stand over things side by side. */
  headings: readonly string[];
  pictures: readonly string[];
  /** What may stand on a number; digits always may. */
  signs: readonly string[];
}

export type Mark = "fits" | "not" | "new" | null;

export interface Space {
  number: number;
  lies: boolean;
  fits: boolean;
  fresh: boolean;
  joker: boolean;
  bonus: boolean;
}

export interface Bridge {
  colour: Colour;
  number: number;
  bonus: boolean;
}

export interface Board {
  kind: "board";
  /** The numbers drawn; null where some are left out. */
  columns: (number | null)[];
  zones: number[];
  rows: { colour: Colour; spaces: Map<number, Space> }[];
  bridges: Bridge[];
}

export type Thing =
  | { kind: "card"; colour: Colour; number: number; mark: Mark }
  | { kind: "symbol"; colour: Colour; mark: Mark }
  | { kind: "number"; number: number; sign: string | null; mark: Mark }
  | { kind: "picture"; name: string; number: number | null; mark: Mark }
  | { kind: "arrow"; mark: Mark };

export type Part =
  Board | { kind: "things"; heading: string; things: Thing[] } | { kind: "counter"; laid: number; most: number };

class NotDrawable extends Error {
  constructor(what: string) {
    super(`not a drawing: ${what}`);
  }
}

const isColour = (word: string): word is Colour => COLOURS.includes(word);

/** What a drawing shows, from top to bottom. */
export function drawing(text: string, vocabulary: Vocabulary): Part[] {
  const parts: Part[] = [];
  for (const line of text.split(";")) {
    const [, name = "", said = ""] = /^(\w+)=(.*)$/.exec(line) ?? [];
    const words = said.split(",").filter((word) => word !== "");
    const last = parts.at(-1);
    const board = last?.kind === "board" ? last : null;
    if (name === "columns") parts.push({ kind: "board", columns: columns(words), zones: [], rows: [], bridges: [] });
    else if (isColour(name) && board) board.rows.push({ colour: name, spaces: new Map(words.flatMap(spaces)) });
    else if (name === "zones" && board) board.zones = words.flatMap((word) => range(word));
    else if (name === "bridges" && board) board.bridges = words.map(bridge);
    else if (name === "counter") parts.push(counter(said));
    else if (vocabulary.headings.includes(name) && words.length)
      parts.push({ kind: "things", heading: name, things: words.map((word) => thing(word, vocabulary)) });
    else throw new NotDrawable(line);
  }
  return parts;
}

/** `3` and `3-5`. */
function range(word: string): number[] {
  const [, from, to] = /^(\d+)(?:-(\d+))?$/.exec(word) ?? [];
  if (from === undefined) throw new NotDrawable(word);
  const first = Number(from);
  return Array.from({ length: Number(to ?? from) - first + 1 }, (_, i) => first + i);
}

const columns = (words: string[]): (number | null)[] =>
  words.flatMap((word, i) => (i ? [null, ...range(word)] : range(word)));

function spaces(word: string): [number, Space][] {
  const [, numbers = "", marks = ""] = /^([\d-]+)([?!j*]*)$/.exec(word) ?? [];
  const has = (mark: string) => marks.includes(mark);
  return range(numbers).map((number) => [
    number,
    { number, lies: !has("?"), fits: has("?"), fresh: has("!"), joker: has("j"), bonus: has("*") },
  ]);
}

function bridge(word: string): Bridge {
  const [, colour = "", number, bonus] = /^([a-z]+)(\d+)(\*?)$/.exec(word) ?? [];
  if (!isColour(colour)) throw new NotDrawable(word);
  return { colour, number: Number(number), bonus: bonus === "*" };
}

function counter(said: string): Part {
  const [, laid, most] = /^(\d)\/(\d)$/.exec(said) ?? [];
  if (laid === undefined) throw new NotDrawable(said);
  return { kind: "counter", laid: Number(laid), most: Number(most) };
}

const MARKS: Record<string, Mark> = { "?": "fits", "~": "not", "!": "new", "": null };

function thing(word: string, { pictures, signs }: Vocabulary): Thing {
  if (word === ">") return { kind: "arrow", mark: null };
  const [, name = "", digits = "", detail = "", sign = ""] = /^([a-z]*)(\d*)(?:\.(\w+))?([?~!]?)$/.exec(word) ?? [];
  const mark = MARKS[sign] ?? null;
  const number = Number(digits);
  if (isColour(name) && !detail)
    return digits ? { kind: "card", colour: name, number, mark } : { kind: "symbol", colour: name, mark };
  if (name === "" && digits) {
    const isKnown = detail === "" || signs.includes(detail) || /^\d+$/.test(detail);
    if (isKnown) return { kind: "number", number, sign: detail || null, mark };
  }
  if (!pictures.includes(name) || detail) throw new NotDrawable(word);
  return { kind: "picture", name, number: digits ? number : null, mark };
}

/** Cards side by side, those of one number as one pile. */
export function stacks(things: readonly Thing[]): Thing[][] {
  const piles: Thing[][] = [];
  for (const one of things) {
    const before = piles.at(-1)?.[0];
    if (one.kind === "number" && before?.kind === "number" && before.number === one.number) piles.at(-1)?.push(one);
    else piles.push([one]);
  }
  return piles;
}
