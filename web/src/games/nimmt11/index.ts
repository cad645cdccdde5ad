import type { Game } from "../game";
import { advance, before } from "./advance";
import Board from "./Board.svelte";
import { coach } from "./coach";
import Bull from "./parts/Bull.svelte";
import Own from "./Own.svelte";
import { cardKey, selectedCard, selectedPile, takeOf } from "./places";
import type { Event, GameView, Move } from "./wire";
import { bullsText, words } from "./words";

const game: Game<GameView, Move, Event> = {
  words,
  coach,
  tune: [-5, 0, 4, 0, 7],
  Board,
  Own,
  advance,
  before,
  together: (a, b) => a.event === "turned_up" && b.event === "turned_up",
  count: (table, seat) => table.hand_sizes[seat] ?? 0,
  extra: (table, seat) => bullsText(table.bulls[seat] ?? 0),
  mark: { Picture: Bull, figure: (table, seat) => table.bulls[seat] ?? 0 },
  main(choices, selected) {
    const end = choices.find(({ move }) => move.move === "end_turn");
    if (end) return end;
    const base = selectedPile(selected);
    if (base !== null) return takeOf(choices, base);
    if (selectedCard(selected) !== null) return null;
    const takes = choices.filter(({ move }) => move.move === "take");
    return takes.length === 1 ? (takes[0] ?? null) : null;
  },
  tally: (table, hand) =>
    hand.cards.map((card) => ({
      chip: { tint: "plain", text: String(card), name: String(card) },
      points: -(table.heads[card - 1] ?? 0),
    })),
  quiet: (choices) =>
    choices.some(({ move }) => move.move === "lay") && !choices.some(({ move }) => move.move === "end_turn"),
  asksTwice: (move) => move.move === "take",
  weight: (event) =>
    event.event === "turn_ended" || event.event === "round_ended" ? 0 : event.event === "took" ? 1.3 : 1,
  sound: (event) =>
    event.event === "laid" || event.event === "turned_up" ? "lay" : event.event === "took" ? "slide" : null,
  motions(event, say) {
    const seat = `seat-${event.seat}`;
    switch (event.event) {
      case "laid":
        return [{ from: event.seat === say.seat ? cardKey(event.card) : seat, to: `top-${event.card}` }];
      case "turned_up":
        return [{ from: "stock", to: `top-${event.card}` }];
      case "took":
        return [{ from: `top-${event.top}`, to: seat, back: true }];
      case "got_bull":
        return [{ from: event.owner === null ? "bulls" : `seat-${event.owner}`, to: seat, back: true }];
      default:
        return [];
    }
  },
};

export default game;
