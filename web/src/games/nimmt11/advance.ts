/**
 * How the table looks after one step of several. Only for showing: the server's own view follows.
 */
import type { Say } from "../game";
import type { Event, GameView, NimmtTable, Pile } from "./wire";

export function advance(view: GameView, event: Event, say: Say): GameView {
  const { table } = view;
  const mine = event.seat === say.seat;
  const after = (change: Partial<NimmtTable>, cards?: number[]): GameView => ({
    ...view,
    table: { ...table, ...change },
    hand: mine && view.hand && cards ? { ...view.hand, cards } : view.hand,
    choices: [],
  });
  switch (event.event) {
    case "laid": {
      const piles = table.piles.map((pile) => (pile.top === event.covers ? covered(pile, event.card) : pile));
      return after(
        { piles: sorted(piles), hand_sizes: added(table.hand_sizes, event.seat, -1) },
        view.hand?.cards.filter((card) => card !== event.card),
      );
    }
    case "turned_up": {
      const pile = { top: event.card, base: event.card, cards: table.open_piles ? [event.card] : null };
      const known = table.piles.some((other) => other.top === event.card);
      return after(known ? {} : { piles: sorted([...table.piles, pile]), stock: Math.max(0, table.stock - 1) });
    }
    case "took":
      return after(
        {
          piles: table.piles.filter((pile) => pile.top !== event.top),
          hand_sizes: added(table.hand_sizes, event.seat, event.cards?.length ?? 0),
        },
        [...(view.hand?.cards ?? []), ...(event.cards ?? [])].sort((a, b) => a - b),
      );
    case "got_bull": {
      const bulls = added(table.bulls, event.seat, 1);
      return event.owner === null
        ? after({ bulls, supply: Math.max(0, table.supply - 1) })
        : after({ bulls: added(bulls, event.owner, -1) });
    }
    default:
      return view;
  }
}

/** The table of a new round before its piles were turned up. */
export function before(view: GameView, events: Event[]): GameView {
  const up = new Set(events.flatMap((event) => (event.event === "turned_up" ? [event.card] : [])));
  const { table } = view;
  const piles = table.piles.filter((pile) => !up.has(pile.top));
  return { ...view, table: { ...table, piles, stock: table.stock + table.piles.length - piles.length }, choices: [] };
}

const covered = (pile: Pile, card: number): Pile => ({
  ...pile,
  top: card,
  cards: pile.cards ? [...pile.cards, card] : null,
});

const sorted = (piles: Pile[]): Pile[] => [...piles].sort((a, b) => a.top - b.top);

const added = (numbers: number[], seat: number, more: number): number[] =>
  numbers.map((number, other) => (other === seat ? Math.max(0, number + more) : number));
