/**
 * How the table looks after one step of several. Only for showing: the server's own view follows.
 */
import type { Say } from "../game";
import { sameCard } from "$lib/words/cards";
import type { Card } from "$lib/wire";
import type { ElferTable, Event, GameView } from "./wire";

export function advance(view: GameView, event: Event, say: Say): GameView {
  const mine = event.seat === say.seat;
  switch (event.event) {
    case "laid":
      return {
        ...view,
        table: counted(onRow(view.table, event.card), event.seat, -1, 0),
        hand:
          mine && view.hand
            ? { ...view.hand, cards: view.hand.cards.filter((card) => !sameCard(card, event.card)) }
            : view.hand,
        choices: [],
      };
    case "drew_and_laid":
      return { ...view, table: counted(onRow(view.table, event.card), event.seat, 0, -1), choices: [] };
    case "drew":
      return {
        ...view,
        table: counted(view.table, event.seat, 1, -1),
        hand: mine && view.hand && event.card ? { ...view.hand, cards: [...view.hand.cards, event.card] } : view.hand,
        choices: [],
      };
    default:
      return view;
  }
}

/** The table of a new round without these steps. */
export function before(view: GameView, events: Event[], say: Say): GameView {
  return events.reduceRight<GameView>((later, event) => undone(later, event, say), { ...view, choices: [] });
}

function undone(view: GameView, event: Event, say: Say): GameView {
  const mine = event.seat === say.seat;
  const own = (change: (cards: Card[]) => Card[]) =>
    mine && view.hand ? { ...view.hand, cards: change(view.hand.cards) } : view.hand;
  switch (event.event) {
    case "laid":
      return {
        ...view,
        table: counted(offRow(view.table, event.card), event.seat, 1, 0),
        hand: own((cards) => [...cards, event.card]),
      };
    case "drew_and_laid":
      return { ...view, table: counted(offRow(view.table, event.card), event.seat, 0, 1) };
    case "drew":
      return {
        ...view,
        table: counted(view.table, event.seat, -1, 1),
        hand: own((cards) => cards.filter((card) => !sameCard(card, event.card))),
      };
    default:
      return view;
  }
}

/** Without a card that lies; what fits is not marked until all steps were shown. */
function offRow(table: ElferTable, card: Card): ElferTable {
  const rows = table.rows.map((row) =>
    row.colour === card.colour ? { ...row, lies: row.lies.filter((number) => number !== card.number) } : row,
  );
  return { ...table, rows: rows.map((row) => ({ ...row, fits: [] })) };
}

/** A card on its row; what fits next is the server's to say. */
function onRow(table: ElferTable, card: Card): ElferTable {
  const rows = table.rows.map((row) =>
    row.colour !== card.colour || row.lies.includes(card.number)
      ? row
      : {
          ...row,
          lies: [...row.lies, card.number].sort((a, b) => a - b),
          fits: row.fits.filter((number) => number !== card.number),
        },
  );
  return { ...table, rows };
}

function counted(table: ElferTable, seat: number, hand: number, stock: number): ElferTable {
  return {
    ...table,
    stock: Math.max(0, table.stock + stock),
    hand_sizes: table.hand_sizes.map((size, other) => (other === seat ? size + hand : size)),
  };
}
