/** The levels of bots, in words. */
import { m } from "$words";

const WORDS: Record<string, () => string> = {
  random: () => m.level_random(),
  easy: () => m.level_easy(),
  casual: () => m.level_casual(),
  strong: () => m.level_strong(),
  expert: () => m.level_expert(),
};

export const LEVELS = Object.keys(WORDS);

export const levelName = (level: string): string => WORDS[level]?.() ?? level;
