import { capital, cardName, cardObject } from "$lib/cards";
import { m } from "$words";
import type { Words } from "../game";
import type { Event, GameView, Move } from "./wire";

export const words: Words<GameView, Move, Event> = {
  move(move) {
    switch (move.move) {
      case "lay":
        return capital(m.ee_lay({ card: cardObject(move.card) }));
      case "lay_joker":
        return m.ee_lay_joker({ card: cardName(move.place) });
      case "swap":
        return capital(m.ee_swap({ card: cardObject(move.card) }));
      case "throw_joker":
        return m.ee_throw_joker();
      case "take":
        return m.ee_take();
      case "pass":
        return m.pass();
      case "end_turn":
        return m.end_turn();
    }
  },
  event: () => null,
  ask: () => m.choose_move(),
  reason: () => null,
  read: (view, say) => view.table.hand_sizes.map((count, seat) => m.holds({ name: say.name(seat), count })).join(". "),
};
