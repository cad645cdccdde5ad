import { capital } from "$lib/words/cards";
import { chip } from "$lib/words/chips";
import { clauses } from "$lib/words/phrases";
import type { Told } from "$lib/table/desk";
import { m } from "$words";
import type { Words } from "../game";
import type { Event, GameView, Laid, Move } from "./wire";

const REASONS: Record<string, (count: number) => string> = {
  nothing_better: () => m.en_why_nothing_better(),
  goes_out: () => m.en_why_goes_out(),
  continues_run: (count) => m.en_why_continues_run({ count }),
  skips_own: (count) => m.en_why_skips_own({ count }),
  leads_to_own: (count) => m.en_why_leads_to_own({ count }),
  sheds_heads: (count) => m.en_why_sheds_heads({ count }),
  cards_left: (count) => m.en_why_cards_left({ count }),
  takes_bull: () => m.en_why_takes_bull(),
  heads_taken: (count) => m.en_why_heads_taken({ count }),
  cheap_pile: () => m.en_why_cheap_pile(),
  nothing_fits: () => m.en_why_nothing_fits(),
  keeps_cards: (count) => m.en_why_keeps_cards({ count }),
  owner_has_cards: (count) => m.en_why_owner_has_cards({ count }),
  owner_is_closest: (count) => m.en_why_owner_is_closest({ count }),
};

const named = (card: number): string => chip("plain", card, String(card));
const listed = (cards: readonly number[]): string => cards.map(named).join(", ");

export const headsText = (count: number): string => m.en_heads({ count });

/** What bulls are good for, and how one gets them. */
export const aboutBulls = (count: number): Told => ({ text: m.en_about_bulls({ count }), rule: "EN-10" });
export const aboutSupply = (): Told => ({ text: m.en_about_supply(), rule: "EN-8" });

/** What a seat has of bulls; null without any. */
export const bullsText = (count: number): string | null => (count ? m.en_bulls({ count }) : null);

export const words: Words<GameView, Move, Event> = {
  move(move, say, view) {
    switch (move.move) {
      case "lay": {
        const pile = view?.table.piles.find(({ base }) => base === move.on); // what is seen lies on it by now
        return m.en_lay({ card: named(move.card), on: named(pile?.top ?? move.on) });
      }
      case "take":
        return m.en_take({ top: move.top });
      case "take_bull":
        return m.en_take_bull({ name: say.name(move.owner) });
      case "end_turn":
        return m.end_turn();
    }
  },

  event(event, say) {
    switch (event.event) {
      case "turned_up":
        return m.en_turned_up({ cards: named(event.card), count: 1 });
      case "laid":
        return m.en_laid({ cards: named(event.card), on: named(event.on), count: 1 });
      case "took":
        return event.cards
          ? m.en_took_cards({ top: named(event.top), cards: listed(event.cards) })
          : m.en_took({ top: named(event.top) });
      case "got_bull":
        if (event.owner === null) return m.en_got_bull();
        return event.owner === say.seat
          ? m.en_got_bull_from_you()
          : m.en_got_bull_from({ name: say.name(event.owner) });
      case "no_bull":
        return m.en_no_bull();
      case "round_ended":
        return event.hand_empty ? m.en_went_out() : m.en_ran_out();
      default:
        return null;
    }
  },

  turn(events, say) {
    const said: string[] = [];
    const laid = events.filter((event): event is Laid => event.event === "laid");
    for (const on of new Set(laid.map((event) => event.on))) {
      const cards = laid.filter((event) => event.on === on).map((event) => event.card);
      said.push(m.en_laid({ cards: listed(cards), on: named(on), count: cards.length }));
    }
    const up = events.flatMap((event) => (event.event === "turned_up" ? [event.card] : []));
    for (const event of events) {
      if (event.event === "laid" || event.event === "turned_up" || event.event === "round_ended") continue;
      const text = words.event(event, say);
      if (text) said.push(text);
    }
    if (up.length) said.push(m.en_turned_up({ cards: listed(up), count: up.length }));
    for (const event of events) if (event.event === "round_ended") said.push(words.event(event, say) ?? "");
    return clauses(said);
  },

  ask(view) {
    const { table, choices } = view;
    const bulls = table.turn === null ? 0 : (table.bulls[table.turn] ?? 0);
    const lays = choices.some(({ move }) => move.move === "lay");
    if (table.choosing) return m.en_ask_bull();
    if (table.laid) return lays ? m.en_ask_more({ count: table.laid }) : m.en_ask_end({ count: table.laid });
    if (!lays) return m.en_ask_take();
    return bulls ? m.en_ask_bulls({ count: bulls }) : m.en_ask_lay();
  },

  idle: (view) => (view.table.laid ? m.end_turn() : m.en_take_a_pile()),

  points: () => m.en_points(),

  needs(view) {
    if (view.table.choosing) return capital(m.en_ask_bull());
    return view.choices.some(({ move }) => move.move === "take") ? m.en_tap_pile() : null;
  },

  why(rule, move, view) {
    const { piles, bulls, turn } = view.table;
    switch (rule) {
      case "EN-1":
        return move.move === "lay" ? m.en_not_yours({ card: move.card }) : null;
      case "EN-3":
        return m.en_not_nothing();
      case "EN-4":
        return move.move === "lay" ? m.en_not_near({ card: move.card, on: move.on }) : null;
      case "EN-5":
        return move.move === "lay" ? m.en_not_past({ card: move.card, on: move.on }) : null;
      case "EN-6":
        return m.en_not_any();
      case "EN-10": {
        const pile = move.move === "lay" && piles.find(({ base }) => base === move.on);
        if (pile && pile.top !== pile.base) return m.en_not_rising({ top: pile.top });
        return m.en_not_more_piles({ count: turn === null ? 0 : (bulls[turn] ?? 0) });
      }
      case "EN-R2":
        return m.en_not_both();
      case "EN-9":
      case "EN-R4":
      case "EN-R7":
        return m.en_not_before_bull();
      default:
        return null;
    }
  },

  reason: (reason) => REASONS[reason.key]?.(reason.value ?? 0) ?? null,

  read(view, say) {
    const { table } = view;
    const piles = table.piles.map((pile) => pile.top).join(", ");
    const seats = table.hand_sizes.map((count, seat) => {
      const holds = m.holds({ name: say.name(seat), count });
      const bulls = bullsText(table.bulls[seat] ?? 0);
      return bulls ? `${holds}, ${bulls}` : holds;
    });
    return [
      m.en_piles_are({ piles }),
      m.en_stock({ count: table.stock }),
      m.en_supply({ count: table.supply }),
      ...seats,
    ].join(". ");
  },
};
