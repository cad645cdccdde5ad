import { capital, cardName, cardObject, colourName, runs, sameCard } from "$lib/words/cards";
import { clauses } from "$lib/words/phrases";
import type { Card } from "$lib/wire";
import { m } from "$words";
import { needs } from "$lib/words/needs";
import type { Say, Words } from "../game";
import type { Event, GameView, Move, RowOnTable, Side } from "./wire";

/** Cards that may be laid in a turn. Only for showing. */
export const MOST = 4;

const REASONS: Record<string, (count: number) => string> = {
  nothing_better: () => m.ee_why_nothing_better(),
  goes_out: () => m.ee_why_goes_out(),
  completes_side: () => m.ee_why_completes_side(),
  leads_to_own: (count) => m.ee_why_leads_to_own({ count }),
  clears_way: (count) => m.ee_why_clears_way({ count }),
  sheds_points: (count) => m.ee_why_sheds_points({ count }),
  opens_for_others: (count) => m.ee_why_opens_for_others({ count }),
  opens_nothing: () => m.ee_why_opens_nothing(),
  uses_bridge: () => m.ee_why_uses_bridge(),
  swaps_joker: () => m.ee_why_swaps_joker(),
  sheds_joker: () => m.ee_why_sheds_joker(),
  takes_card: () => m.ee_why_takes_card(),
  keeps_block: (count) => m.ee_why_keeps_block({ count }),
  leaves_fitting: (count) => m.ee_why_leaves_fitting({ count }),
  turn_is_full: () => m.ee_why_turn_is_full(),
  nothing_fits: () => m.ee_why_nothing_fits(),
};

export const sideText = (side: Side): string =>
  side === "low" ? m.range({ low: 1, high: 11 }) : m.range({ low: 11, high: 21 });

export const words: Words<GameView, Move, Event> = {
  move(move) {
    switch (move.move) {
      case "lay":
        return capital(m.ee_lay({ card: cardObject(move.card) }));
      case "lay_joker":
        return capital(m.ee_lay_joker({ card: cardObject(move.place) }));
      case "swap":
        return capital(m.ee_swap({ card: cardObject(move.card) }));
      case "throw_joker":
        return m.ee_throw_joker();
      case "take":
        return m.ee_take();
      case "pass":
        return m.pass();
      case "end_turn":
        return m.end_turn();
    }
  },

  event(event) {
    switch (event.event) {
      case "bridged":
        return m.ee_bridged();
      case "laid":
        return m.ee_laid({ card: cardName(event.card), count: 1 });
      case "joker_laid":
        return m.ee_joker_laid({ card: cardName(event.place), count: 1 });
      case "swapped":
        return m.ee_swapped({ card: cardName(event.card) });
      case "joker_thrown":
        return m.ee_joker_thrown({ count: 1 });
      case "bonus_won":
        return m.ee_bonus_won({ colour: colourName(event.colour), side: sideText(event.side) });
      case "took":
        return event.card
          ? m.ee_took_card({ card: cardName(event.card) })
          : event.joker
            ? m.ee_took_joker()
            : m.ee_took();
      case "passed":
        return m.ee_passed();
      case "round_ended":
        return m.ee_round_ended();
      case "all_passed":
        return m.ee_all_passed();
      default:
        return null;
    }
  },

  /** What was laid, by its kind, in one line. */
  turn(events, say) {
    const laid: string[] = [];
    const jokers: string[] = [];
    let thrown = 0;
    const others: string[] = [];
    let bridge: Card | null = null;
    const named = (card: Card) => {
      const name = cardName(card);
      return bridge && bridge.colour === card.colour && bridge.number === card.number
        ? m.ee_by_bridge({ card: name })
        : name;
    };
    for (const event of events) {
      if (event.event === "bridged") bridge = event.place;
      else if (event.event === "laid") laid.push(named(event.card));
      else if (event.event === "joker_laid") jokers.push(named(event.place));
      else if (event.event === "joker_thrown") thrown += 1;
      else {
        const said = words.event(event, say);
        if (said) others.push(said);
      }
    }
    const said: string[] = [];
    if (laid.length) said.push(m.ee_laid({ card: laid.join(", "), count: laid.length }));
    if (jokers.length) said.push(m.ee_joker_laid({ card: jokers.join(", "), count: jokers.length }));
    if (thrown) said.push(m.ee_joker_thrown({ count: thrown }));
    return clauses([...said, ...others]);
  },

  ask({ table, choices }) {
    const can = (move: Move["move"]) => choices.some((choice) => choice.move.move === move);
    const places = choices.some(
      ({ move }) =>
        move.move === "lay" || move.move === "lay_joker" || move.move === "swap" || move.move === "throw_joker",
    );
    if (can("end_turn"))
      return places ? m.ee_ask_more({ laid: table.laid, most: MOST }) : m.ee_ask_end({ laid: table.laid, most: MOST });
    if (can("take")) return places ? m.ee_ask_lay_or_take() : m.ee_ask_take();
    if (can("pass")) return places ? m.ee_ask_pass_or() : m.ee_ask_pass();
    if (table.laid) return m.ee_ask_owed_card(); // EE-O3: a joker was thrown, and that is not enough
    if (table.swapped) return m.ee_ask_swapped();
    if (!fitsInRow({ table, choices })) return m.ee_ask_owed_bridge(); // EE-O3
    return table.stock ? m.ee_ask_owed() : m.ee_ask_must(); // EE-O2, EE-4
  },

  points: (table) => (table.simple ? m.hand_points() : m.ee_points()),

  why(rule, move, view) {
    const { table, hand } = view;
    if (rule === "EE-3" && table.laid === MOST) return m.ee_not_fifth();
    const card =
      move.move === "lay" || move.move === "swap" ? move.card : move.move === "lay_joker" ? move.place : null;
    if (!card) return null;
    switch (rule) {
      case "EE-3":
        return hand?.cards.some((own) => sameCard(own, card)) ? null : m.card_not_yours({ card: cardObject(card) });
      case "EE-5":
      case "EE-8":
        return needs(card, beside(card.number));
      case "EE-6":
        return capital(m.ee_not_bridge({ card: cardName(card) }));
      case "EE-9":
        return hand?.cards.some((own) => sameCard(own, card)) ? null : m.ee_not_swap({ card: cardObject(card) });
      default:
        return null;
    }
  },

  reason: (reason) => REASONS[reason.key]?.(reason.value ?? 0) ?? null,

  read(view, say) {
    const { table } = view;
    const seats = table.hand_sizes.map((_, seat) => seatText(view, seat, say));
    return [...table.rows.map(rowText), ...bridgesText(view), m.ee_stock({ count: table.stock }), ...seats].join(". ");
  },
};

/** A number card can be laid without a bridge. */
const fitsInRow = ({ table, choices }: Pick<GameView, "table" | "choices">): boolean =>
  choices.some(
    ({ move }) =>
      move.move === "lay" &&
      table.rows.some(({ colour, fits }) => colour === move.card.colour && fits.includes(move.card.number)),
  );

/** The places on both sides of a number. */
export const beside = (number: number): number[] =>
  [number + 1, number - 1].filter((other) => other >= 1 && other <= 21);

/** A row in words: what lies, which of it are jokers, and what may come. */
export function rowText(row: RowOnTable): string {
  const name = capital(colourName(row.colour));
  const jokers = row.jokers.length ? [m.ee_row_jokers({ numbers: row.jokers.join(", ") })] : [];
  if (row.fits.length === 0) return clauses([m.ee_row_full({ colour: name }), ...jokers]);
  const lies = runs(row.lies)
    .map(([low, high]) => (low === high ? String(low) : m.range({ low, high })))
    .join(", ");
  return clauses([m.ee_row({ colour: name, lies, next: row.fits.join(", ") }), ...jokers]);
}

function bridgesText({ table }: GameView): string[] {
  if (!table.bridges_on_table.length) return [];
  const all = table.bridges_on_table.map(({ upper, lower, number }) =>
    m.ee_bridge_between({ number, upper: colourName(upper), lower: colourName(lower) }),
  );
  return [m.ee_bridges_lie({ bridges: clauses(all) })];
}

function seatText({ table }: GameView, seat: number, say: Say): string {
  const held = m.holds({ name: say.name(seat), count: table.hand_sizes[seat] ?? 0 });
  return table.simple ? held : `${held}, ${belongings(table, seat)}`;
}

/** The bridges and bonus cards before a seat. */
export function belongings(table: GameView["table"], seat: number): string {
  const bonuses = table.bonuses[seat] ?? 0;
  const bridges = m.ee_bridges({ count: table.bridges[seat] ?? 0 });
  return bonuses ? `${bridges}, ${m.ee_bonuses({ count: bonuses })}` : bridges;
}
