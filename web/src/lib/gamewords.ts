/** A game in one line, for lists. */
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
