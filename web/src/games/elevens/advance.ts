/**
 * How the table looks after one step of several. Only for showing: the server's own view follows.
 */
import type { Say } from "../game";
import { COLOURS, sameCard } from "$lib/words/cards";
import type { Card } from "$lib/wire";
import type { ElevensTable, Event, GameView } from "./wire";

export function advance(view: GameView, event: Event, say: Say): GameView {
  const { table, hand } = view;
  const mine = event.seat === say.seat;
  const seat = event.seat;
  const still = { choices: [] };
  switch (event.event) {
    case "bridged": {
      const [upper, lower] = [event.origin, event.place.colour].sort((a, b) => COLOURS.indexOf(a) - COLOURS.indexOf(b));
      if (!upper || !lower) return view;
      const bridge = { upper, lower, number: event.place.number };
      return {
        ...view,
        ...still,
        table: {
          ...table,
          bridges_on_table: [...table.bridges_on_table, bridge],
          bridges: changed(table.bridges, seat, -1),
        },
      };
    }
    case "laid":
      return {
        ...view,
        ...still,
        table: fewer(onRow(table, event.card, false), seat),
        hand: mine && hand ? { ...hand, cards: hand.cards.filter((card) => !sameCard(card, event.card)) } : hand,
      };
    case "joker_laid":
      return {
        ...view,
        ...still,
        table: fewer(onRow(table, event.place, true), seat),
        hand: mine && hand ? { ...hand, jokers: hand.jokers - 1 } : hand,
      };
    case "swapped":
      return {
        ...view,
        ...still,
        table: onRow(table, event.card, false),
        hand:
          mine && hand
            ? { ...hand, cards: hand.cards.filter((card) => !sameCard(card, event.card)), jokers: hand.jokers + 1 }
            : hand,
      };
    case "joker_thrown":
      return {
        ...view,
        ...still,
        table: { ...fewer(table, seat), thrown: table.thrown + 1 },
        hand: mine && hand ? { ...hand, jokers: hand.jokers - 1 } : hand,
      };
    case "bonus_won":
      return {
        ...view,
        ...still,
        table: { ...table, bonuses: changed(table.bonuses, seat, 1), bonus_left: table.bonus_left - 1 },
      };
    case "took":
      return {
        ...view,
        ...still,
        table: { ...table, stock: table.stock - 1, hand_sizes: changed(table.hand_sizes, seat, 1) },
        hand:
          mine && hand
            ? {
                ...hand,
                cards: event.card ? [...hand.cards, event.card] : hand.cards,
                jokers: hand.jokers + (event.joker ? 1 : 0),
              }
            : hand,
      };
    case "turn_ended":
      return { ...view, ...still, table: { ...table, laid: 0, swapped: false } };
    default:
      return view;
  }
}

const changed = (counts: number[], seat: number, by: number) =>
  counts.map((count, other) => (other === seat ? count + by : count));

/** A card of a hand is laid or thrown: it counts in the turn. */
const fewer = (table: ElevensTable, seat: number): ElevensTable => ({
  ...table,
  hand_sizes: changed(table.hand_sizes, seat, -1),
  laid: table.laid + 1,
});

/** A card or a joker at its place; what fits next is the server's to say. */
function onRow(table: ElevensTable, card: Card, joker: boolean): ElevensTable {
  const rows = table.rows.map((row) => {
    if (row.colour !== card.colour) return row;
    const jokers = row.jokers.filter((number) => number !== card.number);
    return {
      ...row,
      lies: [...new Set([...row.lies, card.number])].sort((a, b) => a - b),
      jokers: joker ? [...jokers, card.number].sort((a, b) => a - b) : jokers,
      fits: row.fits.filter((number) => number !== card.number),
    };
  });
  return { ...table, rows };
}
