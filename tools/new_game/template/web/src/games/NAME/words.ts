import { capital, cardName, cardObject } from "$lib/words/cards";
import { m } from "$words";
import type { Words } from "../game";
import type { Event, GameView, Move } from "./wire";

const REASONS: Record<string, (count: number) => string> = {
  goes_out: () => m.NAME_why_goes_out(),
  raises: (count) => m.NAME_why_raises({ count }),
  matches: () => m.NAME_why_matches(),
  starts_row: () => m.NAME_why_starts_row(),
  same_again: () => m.NAME_why_same_again(),
  can_follow: (count) => m.NAME_why_can_follow({ count }),
  takes_cards: (count) => m.NAME_why_takes_cards({ count }),
  nothing_fits: () => m.NAME_why_nothing_fits(),
  keeps_same: (count) => m.NAME_why_keeps_same({ count }),
  no_other: () => m.NAME_why_no_other(),
};

export const words: Words<GameView, Move, Event> = {
  move(move) {
    if (move.move === "lay") return capital(m.NAME_lay({ card: cardObject(move.card) }));
    return move.move === "take_row" ? m.NAME_take() : m.end_turn();
  },

  event(event) {
    switch (event.event) {
      case "laid":
        return m.NAME_laid({ card: cardName(event.card) });
      case "took":
        return m.NAME_took({ count: event.cards });
      case "round_ended":
        return m.NAME_round_ended();
      default:
        return null;
    }
  },

  ask({ table, choices }) {
    const onlyOne = choices.length === 1;
    if (table.laid > 0) return onlyOne ? m.NAME_ask_end() : m.NAME_ask_more();
    if (!table.top) return m.NAME_ask_start();
    return onlyOne ? m.NAME_ask_take() : m.NAME_ask_lay();
  },

  points: () => m.NAME_points(),

  why(rule, move, { table }) {
    if (move.move !== "lay") return null; // the rulebook says it
    if (rule === "PREFIX-1") return m.card_not_yours({ card: cardObject(move.card) });
    if (rule === "PREFIX-4") return m.NAME_not_same();
    if (rule !== "PREFIX-3" || !table.top) return null;
    return capital(m.NAME_not_low({ card: cardName(move.card), top: cardName(table.top) }));
  },

  reason: (reason) => REASONS[reason.key]?.(reason.value ?? 0) ?? null,

  read({ table }, say) {
    const seats = table.hand_sizes.map((count, seat) => {
      const taken = m.NAME_taken({ count: table.taken[seat] ?? 0 });
      return `${m.holds({ name: say.name(seat), count })}, ${taken}`;
    });
    return [rowText(table), ...seats].join(". ");
  },
};

/** The row in words. */
export function rowText({ row, top }: GameView["table"]): string {
  if (!top) return m.NAME_row_empty();
  return m.NAME_row_lies({ cards: row.map(cardName).join(", "), top: cardName(top) });
}
