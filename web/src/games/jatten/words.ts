import { m } from "$words";
import type { Words } from "../game";
import type { Event, GameView, Move, NumberCard } from "./wire";

const SIGNS: Record<NumberCard["sign"], (number: number) => string> = {
  plain: (number) => String(number),
  plus_one: (number) => m.ja_card_plus_one({ number }),
  two_for_three: (number) => m.ja_card_two_for_three({ number }),
  eye: (number) => m.ja_card_eye({ number }),
};

export const cardName = (card: NumberCard): string => SIGNS[card.sign](card.number);

export const words: Words<GameView, Move, Event> = {
  move(move, say) {
    switch (move.move) {
      case "play":
        return m.ja_play({ card: cardName(move.card) });
      case "rob":
        return m.ja_rob({ name: say.name(move.victim) });
      case "rob_pile":
        return m.ja_rob_pile();
      case "draw_again":
        return m.ja_draw_again();
      case "stop":
        return m.ja_stop();
      case "look":
        return m.ja_look({ name: say.name(move.at) });
      case "swap":
        return m.ja_swap({ one: cardName(move.one), other: cardName(move.other) });
      case "no_swap":
        return m.ja_no_swap();
      case "steal":
        return m.ja_steal({ card: cardName(move.card) });
      case "no_theft":
        return m.ja_no_theft();
      case "discard":
        return m.ja_discard({ number: move.number });
      case "keep":
        return m.ja_keep();
    }
  },
  event: () => null,
  ask: () => m.choose_move(),
  reason: () => null,
  read: (view, say) => view.table.hand_sizes.map((count, seat) => m.holds({ name: say.name(seat), count })).join(". "),
};
