/** The view after one step of several, for showing them one by one. The server's own view follows after the last. */
import { sameCard } from "$lib/words/cards";
import type { Event, GameView } from "./wire";

export function advance(view: GameView, event: Event): GameView {
  const { table, hand } = view;
  const changed = (counts: number[], by: number) =>
    counts.map((count, seat) => (seat === event.seat ? count + by : count));
  switch (event.event) {
    case "laid":
      return {
        ...view,
        table: {
          ...table,
          row: [...table.row, event.card],
          top: event.card,
          hand_sizes: changed(table.hand_sizes, -1),
        },
        hand: hand && { ...hand, cards: hand.cards.filter((card) => !sameCard(card, event.card)) },
      };
    case "took":
      return { ...view, table: { ...table, row: [], top: null, taken: changed(table.taken, event.cards) } };
    default:
      return view;
  }
}
