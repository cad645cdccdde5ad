import type { Game } from "../game";
import { advance, before } from "./advance";
import Board from "./Board.svelte";
import { coach } from "./coach";
import Own from "./Own.svelte";
import type { Event, GameView, Move } from "./wire";
import { words } from "./words";
import { cardKey, cardName, sorted } from "$lib/words/cards";
import { chipOf } from "$lib/words/chips";

const game: Game<GameView, Move, Event> = {
  words,
  coach,
  tune: [0, 2, 4, 7, 11],
  Board,
  wide: true,
  Own,
  fromHand: true,
  advance,
  before,
  together: (a, b) => a.event === "drew" && b.event === "drew",
  count: (table, seat) => table.hand_sizes[seat] ?? 0,
  main: (choices) => choices.find((choice) => choice.move.move === "end_turn") ?? null,
  weight: (event) => (event.event === "turn_ended" || event.event === "round_ended" ? 0 : 1),
  tally: (_, hand) =>
    sorted(hand.cards, "colour").map((card) => ({ chip: chipOf(() => cardName(card)), points: -card.number })),
  sound: (event) =>
    event.event === "laid" || event.event === "drew_and_laid" ? "lay" : event.event === "drew" ? "draw" : null,
  motions(event, say) {
    const mine = event.seat === say.seat;
    switch (event.event) {
      case "laid":
        return [
          {
            from: mine ? cardKey(event.card) : `seat-${event.seat}`,
            to: `row-${event.card.colour}-${event.card.number}`,
          },
        ];
      case "drew_and_laid":
        return [{ from: "stock", to: `row-${event.card.colour}-${event.card.number}` }];
      case "drew":
        return [
          event.card && mine
            ? { from: "stock", to: cardKey(event.card) }
            : { from: "stock", to: `seat-${event.seat}`, back: true },
        ];
      default:
        return [];
    }
  },
};

export default game;
