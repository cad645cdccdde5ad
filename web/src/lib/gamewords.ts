/** A game in one line, for lists, and what its options do, for whoever opens a table. */
import { m } from "$words";
import type { GameName } from "../games";

const LINES: Record<GameName, () => string> = {
  elfer_raus: () => m.er_line(),
  elevens: () => m.ee_line(),
  jatten: () => m.ja_line(),
  start11: () => m.sb_line(),
  nimmt11: () => m.en_line(),
};

export const gameLine = (game: GameName): string => LINES[game]();

const OPTIONS: Record<string, () => string> = {
  drop_colour: () => m.option_drop_colour(),
  "opening eleven": () => m.option_opening_eleven(),
  "opening outside_in": () => m.option_opening_outside_in(),
  "opening ten_to_twelve": () => m.option_opening_ten_to_twelve(),
  "opening drawn": () => m.option_opening_drawn(),
  simple: () => m.option_simple(),
  "signs standard": () => m.option_signs_standard(),
  "signs mild": () => m.option_signs_mild(),
  symbols: () => m.option_symbols(),
  open_piles: () => m.option_open_piles(),
};

/** What an option does, or the value that is chosen; null if the name says all. */
export const optionAbout = (name: string, value: string | boolean | null): string | null => (OPTIONS[`${name} ${value}`] ?? OPTIONS[name])?.() ?? null;
