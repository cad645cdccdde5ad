import type { Game } from "../game";
import { cardKey, cardName, sorted } from "$lib/words/cards";
import { chipOf } from "$lib/words/chips";
import { m } from "$words";
import { advance } from "./advance";
import Board from "./Board.svelte";
import { coach } from "./coach";
import Own from "./Own.svelte";
import { placeKey } from "./places";
import type { Event, GameView, Move } from "./wire";
import { belongings, words } from "./words";

const MAIN: Move["move"][] = ["end_turn", "take", "pass"];
const GIVES_UP: Move["move"][] = ["take", "pass"];
const DOES: Move["move"][] = ["lay", "lay_joker", "swap"];

const ELEVEN = 11; // points of a bonus card, and of a joker that is left (EE-14)

const game: Game<GameView, Move, Event> = {
  words,
  coach,
  tune: [0, 7, 5, 9, 12],
  Board,
  wide: true,
  Own,
  advance,
  count: (table, seat) => table.hand_sizes[seat] ?? 0,
  extra: (table, seat) => (table.simple ? null : belongings(table, seat).replace(/(\d) /g, "$1\u00a0")),
  main: (choices) => choices.find((choice) => MAIN.includes(choice.move.move)) ?? null,
  quiet: (choices) =>
    choices.some(({ move }) => GIVES_UP.includes(move.move)) && choices.some(({ move }) => DOES.includes(move.move)),
  tally: (table, hand, seat) => [
    ...Array.from({ length: table.bonuses[seat] ?? 0 }, () => ({
      chip: { tint: "plain", text: "★", name: m.ee_bonuses({ count: 1 }) },
      points: ELEVEN,
    })),
    ...sorted(hand.cards, "colour").map((card) => ({ chip: chipOf(() => cardName(card)), points: -card.number })),
    ...Array.from({ length: hand.jokers }, () => ({
      chip: { tint: "grey", text: "J", name: m.ee_joker() },
      points: -ELEVEN,
    })),
  ],
  weight(event) {
    if (event.event === "turn_ended" || event.event === "round_ended") return 0;
    return event.event === "bridged" ? 0.6 : 1;
  },
  sound(event) {
    switch (event.event) {
      case "laid":
      case "joker_laid":
      case "swapped":
      case "bridged":
        return "lay";
      case "took":
        return "draw";
      default:
        return null;
    }
  },
  motions(event, say) {
    const mine = event.seat === say.seat;
    const seat = `seat-${event.seat}`;
    switch (event.event) {
      case "laid":
        return [{ from: mine ? cardKey(event.card) : seat, to: placeKey(event.card) }];
      case "swapped":
        return [
          { from: mine ? cardKey(event.card) : seat, to: placeKey(event.card) },
          { from: placeKey(event.card), to: seat, back: true },
        ];
      case "joker_laid":
        return [{ from: mine ? "joker-0" : seat, to: placeKey(event.place) }];
      case "took":
        return [
          mine && event.card ? { from: "stock", to: cardKey(event.card) } : { from: "stock", to: seat, back: true },
        ];
      case "bonus_won":
        return [{ from: "bonus", to: mine ? "own-bonus" : seat, back: !mine }];
      default:
        return [];
    }
  },
};

export default game;
