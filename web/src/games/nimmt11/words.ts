import { m } from "$words";
import type { Words } from "../game";
import type { Event, GameView, Move } from "./wire";

export const words: Words<GameView, Move, Event> = {
  move(move, say) {
    switch (move.move) {
      case "lay":
        return m.en_lay({ card: move.card, on: move.on });
      case "take":
        return m.en_take({ top: move.top });
      case "take_bull":
        return m.en_take_bull({ name: say.name(move.owner) });
      case "end_turn":
        return m.end_turn();
    }
  },
  event: () => null,
  ask: () => m.choose_move(),
  reason: () => null,
  read: (view, say) => view.table.hand_sizes.map((count, seat) => m.holds({ name: say.name(seat), count })).join(". "),
};
