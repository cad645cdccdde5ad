import type { Choice } from "$lib/wire";
import { chipOf } from "$lib/words/chips";
import { m } from "$words";
import type { Sound } from "$lib/play/figures";
import type { Game } from "../game";
import { advance } from "./advance";
import Board from "./Board.svelte";
import { coach } from "./coach";
import { handKey, sets } from "./collect";
import { cardName } from "./names";
import Own from "./Own.svelte";
import type { Event, GameView, Move, NumberCard } from "./wire";
import { words } from "./words";

const GIVES_UP = new Set(["no_swap", "no_theft", "keep"]);
const ENDS = new Set(["stop", ...GIVES_UP]);

const WINNER = 7; // points for six of a number (JA-13)

const game: Game<GameView, Move, Event> = {
  words,
  coach,
  tune: [0, 3, 7, null, 10, 12],
  Board,
  seated: true,
  Own,
  advance,
  together: (a, b) => a.event === b.event && (a.event === "into_hand" || a.event === "into_collection"),
  count: (table, seat) => table.hand_sizes[seat] ?? 0,
  main: (choices) => choices.find(({ move }) => ENDS.has(move.move)) ?? null,
  // To stop or to draw again is the dilemma of the game: two equal buttons.
  quiet: (choices) => choices.length > 1 && choices.some(({ move }) => GIVES_UP.has(move.move)),
  others: (choices): Choice<Move>[] => choices.filter(({ move }) => move.move === "draw_again"),
  weight: (event) => WEIGHTS[event.event] ?? 1,
  sound: (event) => SOUNDS[event.event] ?? null,
  tally(table, _, seat) {
    const largest = sets(table.collections[seat] ?? []).reduce(
      (most, set) => (set.length > most.length ? set : most),
      [],
    );
    const cards = largest.map((card) => ({ chip: chipOf(() => cardName(card)), points: 1 }));
    if (table.winner !== seat) return cards;
    return [...cards, { chip: { tint: "plain", text: "★", name: m.ja_won() }, points: WINNER - cards.length }];
  },
  motions(event, say) {
    const hand = (seat: number) => (seat === say.seat ? "hand-crook" : `fan-${seat}`);
    const card = (seat: number, one: NumberCard) => (seat === say.seat ? handKey(one) : `fan-${seat}`);
    const set = (seat: number, one: NumberCard) => `col-${seat}-${one.number}`;
    switch (event.event) {
      case "played":
        return [{ from: card(event.seat, event.card), to: set(event.seat, event.card) }];
      case "drew": {
        const from = event.victim === null ? "pile" : event.card ? card(event.victim, event.card) : hand(event.victim);
        return [{ from, to: event.card ? `mid-${event.card.number}` : "mid-crook" }];
      }
      case "stopped":
        return event.cards.map((one) => ({ from: `mid-${one.number}`, to: set(event.seat, one) }));
      case "busted":
        return event.cards.map((one) => ({
          from: `mid-${one.number}`,
          to: event.victim === null ? "discards" : hand(event.victim),
          back: true,
        }));
      case "stole":
        return [{ from: set(event.victim, event.card), to: set(event.seat, event.card) }];
      case "into_collection":
        return [{ from: "pile", to: set(event.seat, event.card) }];
      case "into_hand":
        return [
          event.card && event.seat === say.seat
            ? { from: "pile", to: handKey(event.card) }
            : { from: "pile", to: hand(event.seat), back: true },
        ];
      case "swapped":
      case "discarded":
        return event.cards.map((one) => ({ from: set(event.seat, one), to: "discards", back: true }));
      default:
        return [];
    }
  },
};

const SOUNDS: Partial<Record<Event["event"], Sound>> = {
  played: "lay",
  drew: "draw",
  into_hand: "draw",
  into_collection: "lay",
  stopped: "slide",
  stole: "slide",
  busted: "bust",
};

/** How long steps are looked at. */
const WEIGHTS: Partial<Record<Event["event"], number>> = {
  drew: 1.2,
  busted: 1.8,
  stopped: 1.2,
  into_hand: 0.3,
  kept: 0,
  declined_swap: 0.4,
  declined_theft: 0.4,
  renewed: 0.4,
};

export default game;
