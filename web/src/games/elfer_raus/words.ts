import { capital, cardName, cardObject, colourName, runs } from "$lib/words/cards";
import { clauses } from "$lib/words/phrases";
import { m } from "$words";
import type { Words } from "../game";
import { needs } from "$lib/words/needs";
import type { Event, GameView, Move, RowOnTable } from "./wire";

const REASONS: Record<string, (count: number) => string> = {
  nothing_better: () => m.er_why_nothing_better(),
  goes_out: () => m.er_why_goes_out(),
  leads_to_own: (count) => m.er_why_leads_to_own({ count }),
  clears_way: (count) => m.er_why_clears_way({ count }),
  nearly_full: () => m.er_why_nearly_full(),
  sheds_points: (count) => m.er_why_sheds_points({ count }),
  keeps_block: (count) => m.er_why_keeps_block({ count }),
  leaves_fitting: (count) => m.er_why_leaves_fitting({ count }),
  nothing_fits: () => m.er_why_nothing_fits(),
  opens_row_for_others: (count) => m.er_why_opens_for_others({ count }),
  opens_nothing: () => m.er_why_opens_nothing(),
};

export const words: Words<GameView, Move, Event> = {
  move: (move) => (move.move === "lay" ? capital(m.er_lay({ card: cardObject(move.card) })) : m.end_turn()),

  event(event) {
    switch (event.event) {
      case "dealt_again":
        return m.er_dealt_again();
      case "laid":
        return m.er_laid({ card: cardName(event.card), count: 1 });
      case "drew":
        return event.card ? m.er_drew_card({ card: cardName(event.card), count: 1 }) : m.er_drew();
      case "drew_and_laid":
        return m.er_drew_and_laid({ card: cardName(event.card) });
      case "passed":
        return m.er_passed();
      case "round_ended":
        return m.er_round_ended();
      default:
        return null;
    }
  },

  turn(events) {
    const laid = events.flatMap((event) => (event.event === "laid" ? [cardName(event.card)] : []));
    const drawn = events.filter((event) => event.event === "drew");
    const known = drawn.flatMap((event) => (event.event === "drew" && event.card ? [cardName(event.card)] : []));
    const said: string[] = [];
    if (events.some((event) => event.event === "dealt_again")) said.push(m.er_dealt_again());
    if (drawn.length && known.length === drawn.length)
      said.push(m.er_drew_card({ card: known.join(", "), count: known.length }));
    else if (drawn.length) said.push(m.er_drew_many({ count: drawn.length }));
    if (laid.length) said.push(m.er_laid({ card: laid.join(", "), count: laid.length }));
    for (const event of events) {
      if (event.event === "drew_and_laid") said.push(m.er_drew_and_laid({ card: cardName(event.card) }));
      if (event.event === "passed") said.push(m.er_passed());
      if (event.event === "round_ended") said.push(m.er_round_ended());
    }
    return clauses(said);
  },

  ask(view) {
    const { table } = view;
    if (table.opening === "drawn" && table.rows.every((row) => row.lies.length === 0)) return m.er_ask_open();
    if (table.laid === 0) return m.er_ask_lay();
    if (view.choices.every((choice) => choice.move.move === "end_turn")) return m.er_ask_end({ count: table.laid });
    return m.er_ask_more({ count: table.laid });
  },

  points: () => m.hand_points(),

  why(rule, move, { table }) {
    if (rule === "ER-4") return m.er_not_yet();
    if (move.move !== "lay") return null;
    if (rule === "ER-1") return m.card_not_yours({ card: cardObject(move.card) });
    const row = table.rows.find(({ colour }) => colour === move.card.colour);
    if (!row || (rule !== "ER-5" && rule !== "ER-6")) return null;
    return needs(move.card, rule === "ER-5" ? row.fits : steps(row.lies, move.card.number));
  },

  reason: (reason) => REASONS[reason.key]?.(reason.value ?? 0) ?? null,

  read(view, say) {
    const rows = view.table.rows.map(rowText);
    const seats = view.table.hand_sizes.map((count, seat) => m.holds({ name: say.name(seat), count }));
    return [...rows, m.er_stock({ count: view.table.stock }), ...seats].join(". ");
  },
};

/** The neighbours of a number that lead to it from what lies. */
const steps = (lies: readonly number[], number: number): number[] => [
  ...(lies.some((other) => other > number) ? [number + 1] : []),
  ...(lies.some((other) => other < number) ? [number - 1] : []),
];

/** A row in words: what lies and what may come. */
export function rowText(row: RowOnTable): string {
  const name = capital(colourName(row.colour));
  if (row.lies.length === 20) return m.er_row_full({ colour: name });
  const next = row.fits.length > 6 ? m.er_any() : row.fits.join(", ");
  if (row.lies.length === 0) return m.er_row_empty({ colour: name, next });
  const lies = runs(row.lies)
    .map(([low, high]) => (low === high ? String(low) : m.range({ low, high })))
    .join(", ");
  return m.er_row({ colour: name, lies, next });
}
