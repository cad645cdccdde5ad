/** What every game's drawn examples have in common, together with what a game adds. */
import type { Figures } from "$games/game";
import { m } from "$words";
import type { Vocabulary } from "./drawing";

const HEADINGS: Record<string, () => string> = {
  hand: () => m.fig_hand(),
  drawn: () => m.fig_drawn(),
  end: () => m.fig_end(),
};

/** The words that may stand in a game's examples. */
export const vocabularyOf = (figures: Figures): Vocabulary => ({
  headings: Object.keys({ ...HEADINGS, ...figures.headings }),
  pictures: ["back", ...Object.keys(figures.pictures ?? {})],
  signs: figures.signs ?? [],
});

/** What stands over things side by side. */
export const headingText = (figures: Figures, heading: string): string =>
  (figures.headings?.[heading] ?? HEADINGS[heading])?.() ?? heading;
