import { chipOf } from "$lib/words/chips";
import { m } from "$words";
import type { Game } from "../game";
import { advance, before } from "./advance";
import Board from "./Board.svelte";
import { coach } from "./coach";
import Own from "./Own.svelte";
import { spaceKey, tileKey, tileName } from "./tiles";
import type { Event, GameView, Move } from "./wire";
import { words } from "./words";

const SYMBOL = 11; // points of a symbol that is left (SB-O1)
const MAIN: Move["move"][] = ["end_turn", "pass", "skip"];

const game: Game<GameView, Move, Event> = {
  words,
  coach,
  tune: [0, 5, 9, 12, 9, 12],
  Board,
  wide: true,
  Own,
  advance,
  before,
  together: (a, b) => a.event === "drew" && b.event === "drew",
  count: (table, seat) => table.rack_sizes[seat] ?? 0,
  word: (count) => m.sb_tiles_word({ count }),
  tally: (_, hand) =>
    hand.tiles.map((tile) => ({
      chip: chipOf(() => tileName(tile)),
      points: -(tile.tile === "symbol" ? SYMBOL : tile.number),
    })),
  main: (choices) => choices.find((choice) => MAIN.includes(choice.move.move)) ?? null,
  weight: (event) => (event.event === "turn_ended" || event.event === "round_ended" ? 0 : 1),
  sound: (event) =>
    event.event === "laid"
      ? "lay"
      : event.event === "drew" || event.event === "drew_to_lay" || event.event === "gave"
        ? "draw"
        : null,
  motions(event, say) {
    const mine = event.seat === say.seat;
    const seat = `seat-${event.seat}`;
    switch (event.event) {
      case "laid": {
        const drawn = event.origin === "drawn" || event.origin === "bonus";
        return [{ from: drawn ? "bag" : mine ? tileKey(event.tile) : seat, to: spaceKey(event.space) }];
      }
      case "drew":
        return [mine && event.tile ? { from: "bag", to: tileKey(event.tile) } : { from: "bag", to: seat, back: true }];
      case "drew_to_lay":
        return [{ from: "bag", to: "waiting" }];
      case "gave":
        if (event.to === say.seat && event.tile) return [{ from: seat, to: tileKey(event.tile) }];
        return [{ from: mine && event.tile ? tileKey(event.tile) : seat, to: `seat-${event.to}`, back: true }];
      default:
        return [];
    }
  },
};

export default game;
