import { laidKey } from "$components/cards/LaidCards.svelte";
import { cardKey } from "$lib/words/cards";
import { m } from "$words";
import type { Game } from "../game";
import { advance } from "./advance";
import Board from "./Board.svelte";
import Own from "./Own.svelte";
import type { Event, GameView, Move } from "./wire";
import { words } from "./words";

const game: Game<GameView, Move, Event> = {
  words,
  Board,
  Own,
  advance,
  count: (table, seat) => table.hand_sizes[seat] ?? 0,
  extra: (table, seat) => m.NAME_taken({ count: table.taken[seat] ?? 0 }),
  main: (choices) => choices.find(({ move }) => move.move !== "lay") ?? null,
  quiet: (choices) => choices.length > 1 && choices.some(({ move }) => move.move === "take_row"),
  weight: (event) => (event.event === "turn_ended" || event.event === "round_ended" ? 0 : 1),
  sound: (event) => (event.event === "laid" ? "lay" : event.event === "took" ? "draw" : null),
  motions(event, say) {
    const seat = `seat-${event.seat}`;
    switch (event.event) {
      case "laid":
        return [{ from: event.seat === say.seat ? cardKey(event.card) : seat, to: laidKey(event.card) }];
      case "took":
        return [{ from: "row", to: seat, back: true }];
      default:
        return [];
    }
  },
};

export default game;
