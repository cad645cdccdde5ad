/**
 * How the table looks after one step of several. Only for showing: the server's own view follows.
 */
import type { Say } from "../game";
import { inOrder, without } from "./collect";
import type { Event, GameView, JattenHand, JattenTable, NumberCard } from "./wire";

export function advance(view: GameView, event: Event, say: Say): GameView {
  const { table, hand } = view;
  const after = (change: Partial<JattenTable>, own: Partial<JattenHand> = {}): GameView => ({
    table: { ...table, ...change },
    hand: hand && { ...hand, ...own, bust_odds: null },
    choices: [],
  });
  const mine = (seat: number | null) => seat !== null && seat === say.seat && hand !== null;
  const sizes = (seat: number | null, more: number) =>
    table.hand_sizes.map((size, other) => (other === seat ? Math.max(0, size + more) : size));
  const gained = (seat: number, cards: NumberCard[]) =>
    table.collections.map((own, other) => (other === seat ? inOrder([...own, ...cards]) : own));
  const lost = (seat: number, cards: NumberCard[]) =>
    table.collections.map((own, other) => (other === seat ? cards.reduce(without, own) : own));
  switch (event.event) {
    case "played":
      return after(
        { collections: gained(event.seat, [event.card]), hand_sizes: sizes(event.seat, -1) },
        mine(event.seat) ? { cards: without(hand?.cards ?? [], event.card) } : {},
      );
    case "drew": {
      const { card, victim } = event;
      const middle = card ? [...table.middle, card] : table.middle;
      const change = {
        middle,
        victim,
        from_pile: victim === null,
        crook_in_middle: table.crook_in_middle || card === null,
      };
      if (victim === null) return after({ ...change, pile: Math.max(0, table.pile - 1) });
      const known =
        card &&
        (hand?.known ?? []).map((one) => (one.seat === victim ? { ...one, cards: without(one.cards, card) } : one));
      const own = mine(victim) ? (card ? { cards: without(hand?.cards ?? [], card) } : { crook: false }) : {};
      return after({ ...change, hand_sizes: sizes(victim, -1) }, { ...own, ...(known ? { known } : {}) });
    }
    case "stopped":
      return after(
        {
          collections: gained(event.seat, event.cards),
          middle: [],
          crook_in_middle: false,
          hand_sizes: sizes(event.victim, event.crook ? 1 : 0),
        },
        mine(event.victim) ? { crook: true } : {},
      );
    case "busted": {
      const change = { middle: [], crook_in_middle: false };
      if (event.victim === null) return after({ ...change, discards: [...table.discards, ...event.cards] });
      return after(
        { ...change, hand_sizes: sizes(event.victim, event.cards.length + (event.crook ? 1 : 0)) },
        mine(event.victim) ? { cards: inOrder([...(hand?.cards ?? []), ...event.cards]), crook: true } : {},
      );
    }
    case "stole": {
      const collections = lost(event.victim, [event.card]).map((own, seat) =>
        seat === event.seat ? inOrder([...own, event.card]) : own,
      );
      return after({ collections });
    }
    case "swapped":
    case "discarded":
      return after({ collections: lost(event.seat, event.cards), discards: [...table.discards, ...event.cards] });
    case "into_collection":
      return after({ collections: gained(event.seat, [event.card]), pile: Math.max(0, table.pile - 1) });
    case "into_hand":
      return after(
        { hand_sizes: sizes(event.seat, 1), pile: Math.max(0, table.pile - 1) },
        mine(event.seat) && event.card ? { cards: inOrder([...(hand?.cards ?? []), event.card]) } : {},
      );
    case "renewed":
      return after({ pile: event.cards, discards: [] });
    default:
      return view;
  }
}
