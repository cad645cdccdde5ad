import { afterEach, describe, expect, it } from "vitest";
import { tongue } from "$lib/words/language.svelte";
import type { Card, Language } from "$lib/wire";
import type { Say } from "../game";
import game from ".";
import { advance } from "./advance";
import options from "./options";
import type { Event, GameView, Move, RowTable } from "./wire";
import { rowText, words } from "./words";

const red = (number: number): Card => ({ colour: "red", number });
const say: Say = { name: (seat) => `S${seat}`, seat: 0 };

function viewOf(more: Partial<RowTable> = {}, moves: Move[] = [{ move: "lay", card: red(9) }]): GameView {
  return {
    table: {
      players: 2,
      turn: 0,
      starter: 0,
      ply: 0,
      row: [red(2), red(5)],
      top: red(5),
      gone: [],
      rest: 30,
      hand_sizes: [2, 4],
      taken: [0, 3],
      laid: 0,
      higher: false,
      ...more,
    },
    hand: { seat: 0, cards: [red(9), red(4)] },
    choices: moves.map((move, action) => ({ action, move })),
  };
}

afterEach(() => tongue.choose("en"));

describe("words", () => {
  const moves: Move[] = [{ move: "lay", card: red(9) }, { move: "take_row" }, { move: "end_turn" }];
  const events: Event[] = [
    { event: "laid", seat: 1, card: red(9) },
    { event: "took", seat: 1, cards: 2 },
    { event: "round_ended", seat: 1 },
  ];

  it.each(["en", "de", "nl", "fr", "is"] as Language[])("are there for everything in %s", (language) => {
    tongue.choose(language);
    for (const move of moves) expect(words.move(move, say), move.move).toMatch(/\S/);
    for (const event of events) expect(words.event(event, say), event.event).toMatch(/\S/);
    expect(words.event({ event: "turn_ended", seat: 0 }, say)).toBeNull();
    for (const some of [moves, moves.slice(1, 2)]) {
      for (const table of [{}, { laid: 1 }, { row: [], top: null }])
        expect(words.ask(viewOf(table, some), say)).toMatch(/\S/);
    }
    expect(words.read(viewOf(), say)).toContain("3");
    expect(rowText(viewOf({ row: [], top: null }).table)).toMatch(/\S/);
    expect(options.name("higher")).toMatch(/\S/);
    expect(options.about?.("higher", true)).toMatch(/\S/);
  });

  it("say why a card does not fit", () => {
    const lay: Move = { move: "lay", card: red(4) };
    expect(words.why?.("PREFIX-3", lay, viewOf(), say)).toBe("Red 4 is too low: red 5 is on top.");
    expect(words.why?.("PREFIX-4", lay, viewOf(), say)).toMatch(/\S/);
    expect(words.why?.("PREFIX-5", { move: "take_row" }, viewOf(), say)).toBeNull();
  });
});

it("a step is seen before the next", () => {
  const laid = advance(viewOf(), { event: "laid", seat: 0, card: red(9) });
  expect(laid.table).toMatchObject({ top: red(9), hand_sizes: [1, 4] });
  expect(laid.hand?.cards).toEqual([red(4)]);
  expect(advance(viewOf(), { event: "took", seat: 1, cards: 2 }).table).toMatchObject({ row: [], taken: [0, 5] });
});

it("the main button takes the row or ends the turn", () => {
  const { choices } = viewOf({}, [{ move: "lay", card: red(9) }, { move: "take_row" }]);
  expect(game.main?.(choices, null)?.move.move).toBe("take_row");
  expect(game.quiet?.(choices)).toBe(true);
  expect(game.quiet?.(choices.slice(1))).toBe(false);
});
