/** What puzzles are about: kinds of reasons, in words. Reasons have the same keys in all games that know them. */
import { m } from "$words";

interface Theme {
  name: () => string;
  /** Keys of reasons. */
  reasons: readonly string[];
}

const THEMES: Record<string, Theme> = {
  finish: { name: () => m.theme_finish(), reasons: ["goes_out", "wins_now"] },
  hold: {
    name: () => m.theme_hold(),
    reasons: ["keeps_block", "leaves_fitting", "turn_is_full", "leaves_free_tile", "declines_gift", "keeps_cards"],
  },
  way: {
    name: () => m.theme_way(),
    reasons: ["leads_to_own", "clears_way", "continues_run", "frees_tile", "skips_own"],
  },
  shed: {
    name: () => m.theme_shed(),
    reasons: [
      ...["sheds_points", "sheds_heads", "dear_tile", "gives_away", "swaps_joker", "sheds_joker"],
      ...["cards_left", "tiles_left"],
    ],
  },
  shut: { name: () => m.theme_shut(), reasons: ["opens_nothing", "nearly_full", "cannot_be_laid_now"] },
  earn: {
    name: () => m.theme_earn(),
    reasons: ["completes_side", "earns_gift", "earns_bonus", "takes_bull", "three_for_two"],
  },
  risk: {
    name: () => m.theme_risk(),
    reasons: ["safe_odds", "at_stake", "avoids_bust", "keeps_what_is_drawn", "fills_hand"],
  },
  choose: {
    name: () => m.theme_choose(),
    reasons: [
      ...["known_to_hold", "cards_there", "most_cards", "has_largest_set", "no_crook_there", "crook_steals"],
      ...["sees_hand", "sees_next_draws", "breaks_theirs", "owner_has_cards", "owner_is_closest"],
    ],
  },
  collect: {
    name: () => m.theme_collect(),
    reasons: ["makes_six", "largest_set", "set_grows", "starts_set", "keeps_sets", "breaks_set", "gives_up_set"],
  },
  take: { name: () => m.theme_take(), reasons: ["cheap_pile", "heads_taken", "takes_card", "nothing_fits"] },
};
const LESSER = "lesser";

/** The theme of a puzzle, by the key of its reason. */
export const themeOf = (reason: string): string =>
  Object.keys(THEMES).find((name) => THEMES[name]?.reasons.includes(reason)) ?? LESSER;

/** The theme that an address asks for, by its name or by a reason; null: any. */
export const themeIn = (asked: string | null): string | null =>
  asked === null || asked === "" ? null : asked in THEMES || asked === LESSER ? asked : themeOf(asked);

/** How a theme is called. */
export const themeName = (theme: string): string => THEMES[theme]?.name() ?? m.theme_lesser();
