import type { Game } from "../game";
import type { Event, GameView, Move } from "./wire";
import { words } from "./words";

const game: Game<GameView, Move, Event> = {
  words,
  count: (table, seat) => table.hand_sizes[seat] ?? 0,
};

export default game;
