import { m } from "$words";
import { capital } from "$lib/words/cards";
import { clauses } from "$lib/words/phrases";
import { percentText } from "$lib/words/time";
import type { Say, Words } from "../game";
import { why } from "./about";
import { sets } from "./collect";
import { cardName, cardsText, theCard, theCards } from "./names";
import type { Event, GameView, Move, NumberCard } from "./wire";

const withCrook = (cards: readonly NumberCard[], crook: boolean): string =>
  [...cards.map(cardName), ...(crook ? [m.ja_crook()] : [])].join(", ");

/** How likely the next card busts. */
export const oddsText = (odds: number): string => (odds ? m.ja_odds({ percent: percentText(odds) }) : m.ja_no_risk());

/** What somebody has collected, number by number. */
export function collectionOf(cards: readonly NumberCard[], name: string, mine: boolean): string {
  const parts = sets(cards).flatMap((set) => (set[0] ? [m.ja_set({ number: set[0].number, count: set.length })] : []));
  const what = parts.length ? parts.join(", ") : m.ja_nothing();
  return mine ? m.ja_your_collection_is({ what }) : m.ja_collection_is({ name, what });
}

const REASONS: Record<string, (value: number) => string> = {
  nothing_better: () => m.ja_why_nothing_better(),
  wins_now: () => m.ja_why_wins_now(),
  makes_six: () => m.ja_why_makes_six(),
  largest_set: (count) => m.ja_why_largest_set({ count }),
  set_grows: (count) => m.ja_why_set_grows({ count }),
  starts_set: () => m.ja_why_starts_set(),
  safe_odds: (part) => m.ja_why_safe_odds({ percent: percentText(part) }),
  cannot_bust: () => m.ja_no_risk(),
  at_stake: (count) => m.ja_why_at_stake({ count }),
  keeps_what_is_drawn: (count) => m.ja_why_keeps_drawn({ count }),
  avoids_bust: (part) => m.ja_why_avoids_bust({ percent: percentText(part) }),
  crook_steals: () => m.ja_why_crook_steals(),
  known_to_hold: (count) => m.ja_why_known_to_hold({ count }),
  cards_there: (count) => m.ja_why_cards_there({ count }),
  most_cards: (count) => m.ja_why_most_cards({ count }),
  has_largest_set: (count) => m.ja_why_has_largest_set({ count }),
  no_crook_there: () => m.ja_why_no_crook_there(),
  sees_hand: (count) => m.ja_why_sees_hand({ count }),
  sees_next_draws: () => m.ja_why_sees_next_draws(),
  breaks_set: (count) => m.ja_why_breaks_set({ count }),
  three_for_two: () => m.ja_why_three_for_two(),
  keeps_sets: () => m.ja_why_keeps_sets(),
  breaks_theirs: (count) => m.ja_why_breaks_theirs({ count }),
  fills_hand: (count) => m.ja_why_fills_hand({ count }),
  gives_up_set: (count) => m.ja_why_gives_up_set({ count }),
};

export const words: Words<GameView, Move, Event> = {
  move(move, say) {
    switch (move.move) {
      case "play":
        return capital(m.ja_play({ card: theCard(move.card) }));
      case "rob":
        return m.ja_rob({ name: say.name(move.victim) });
      case "rob_pile":
        return m.ja_rob_pile();
      case "draw_again":
        return m.ja_draw_again();
      case "stop":
        return m.ja_stop();
      case "look":
        return m.ja_look({ name: say.name(move.at) });
      case "swap":
        return m.ja_swap({ one: cardName(move.one), other: cardName(move.other) });
      case "no_swap":
        return m.ja_no_swap();
      case "steal":
        return capital(m.ja_steal({ card: theCard(move.card) }));
      case "no_theft":
        return m.ja_no_theft();
      case "discard":
        return m.ja_discard({ number: move.number });
      case "keep":
        return m.ja_keep();
    }
  },

  event(event, say) {
    switch (event.event) {
      case "played":
        return m.ja_played({ card: theCard(event.card) });
      case "drew":
        return drawnFrom(event.victim, theCard(event.card), say);
      case "looked":
        if (event.at === say.seat) return m.ja_looked_at_you();
        return event.cards && event.seat === say.seat
          ? m.ja_looked_and_saw({ name: say.name(event.at), cards: cardsText(event.cards) })
          : m.ja_looked({ name: say.name(event.at) });
      case "swapped":
        return m.ja_swapped({ cards: cardsText(event.cards) });
      case "declined_swap":
        return m.ja_declined_swap();
      case "stopped":
        return event.cards.length ? m.ja_stopped({ cards: theCards(event.cards) }) : m.ja_stopped_empty();
      case "busted":
        return busted(event.victim, event.cards.at(-1)?.number ?? 0);
      case "stole":
        return event.victim === say.seat
          ? m.ja_stole_from_you({ card: theCard(event.card) })
          : m.ja_stole({ card: theCard(event.card), name: say.name(event.victim) });
      case "declined_theft":
        return m.ja_declined_theft();
      case "into_hand":
        return event.card ? m.ja_into_hand_card({ cards: theCard(event.card) }) : m.ja_into_hand({ count: 1 });
      case "into_collection":
        return m.ja_into_collection({ cards: theCard(event.card) });
      case "discarded":
        return m.ja_discarded({ cards: cardsText(event.cards) });
      case "kept":
        return m.ja_kept();
      case "renewed":
        return m.ja_renewed();
      case "won":
        return m.ja_won();
      case "round_tired":
        return m.ja_tired();
    }
  },

  /** Draws from one hand, new cards for a hand and for a collection are told together. */
  turn(events, say) {
    const said: string[] = [];
    for (let i = 0; i < events.length;) {
      const event = events[i]!;
      const alike = [event];
      while (events[i + alike.length]?.event === event.event) alike.push(events[i + alike.length]!);
      const text = together(alike, say) ?? words.event(event, say);
      i += together(alike, say) === null ? 1 : alike.length;
      if (text) said.push(text);
    }
    return clauses(said);
  },

  ask(view, say) {
    const { phase, victim } = view.table;
    switch (phase) {
      case "play":
        return m.ja_ask_play();
      case "rob":
        return m.ja_ask_rob();
      case "again":
        return m.ja_ask_again();
      case "look":
        return m.ja_ask_look();
      case "swap":
        return m.ja_ask_swap();
      case "theft":
        return m.ja_ask_theft({ name: victim === null ? "" : say.name(victim) });
      case "refill":
        return m.ja_ask_refill();
    }
  },

  idle: (view) => (view.table.phase === "refill" ? m.ja_keep() : m.ja_stop()),

  points: () => m.ja_points(),

  why,

  reason: (reason) => REASONS[reason.key]?.(reason.value ?? 0) ?? null,

  read(view, say) {
    const { table } = view;
    const middle = withCrook(table.middle, table.crook_in_middle);
    const seats = table.hand_sizes.map(
      (count, seat) =>
        `${m.holds({ name: say.name(seat), count })}. ${collectionOf(table.collections[seat] ?? [], say.name(seat), seat === say.seat)}`,
    );
    return [m.ja_middle_is({ what: middle || m.ja_nothing() }), m.ja_pile({ count: table.pile }), ...seats].join(". ");
  },
};

/** The number that came for the second time is drawn last. */
const busted = (victim: number | null, number: number): string =>
  victim === null ? m.ja_busted_pile({ number }) : m.ja_busted({ number });

function drawnFrom(victim: number | null, cards: string, say: Say): string {
  if (victim === null) return m.ja_drew_pile({ cards });
  return victim === say.seat ? m.ja_drew_you({ cards }) : m.ja_drew({ cards, name: say.name(victim) });
}

/** Several steps of one kind in few words; null if each is told by itself. */
function together(events: Event[], say: Say): string | null {
  const first = events[0]!;
  const cards = events.flatMap((event) => ("card" in event && event.card ? [event.card] : []));
  switch (first.event) {
    case "drew":
      return drawnFrom(
        first.victim,
        theCards(events.map((event) => (event.event === "drew" ? event.card : null))),
        say,
      );
    case "into_collection":
      return m.ja_into_collection({ cards: theCards(cards) });
    case "into_hand":
      return cards.length === events.length
        ? m.ja_into_hand_card({ cards: theCards(cards) })
        : m.ja_into_hand({ count: events.length });
    default:
      return null;
  }
}
