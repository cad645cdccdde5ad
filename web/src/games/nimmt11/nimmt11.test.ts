import { sumOf } from "$lib/scores/tally";
import { afterEach, describe, expect, it } from "vitest";
import { tongue } from "$lib/words/language.svelte";
import type { Choice, Language } from "$lib/wire";
import { advance } from "./advance";
import game from ".";
import { cardsFor, inOrder, nearest, pilesFor, playable, selectedCard, selectedPile, takeOf } from "./places";
import type { Event, GameView, Move, NimmtTable } from "./wire";
import { aboutBulls, aboutSupply, words } from "./words";
import source from "../../../../src/elftafel/games/nimmt11/reasons.py?raw";
import rulings from "../../../../src/elftafel/games/nimmt11/table.py?raw";

const say = { name: (seat: number) => ["You", "Bo", "Cleo"][seat] ?? "?", seat: 0 };
const pile = (top: number, base = top) => ({ top, base, cards: null });
const heads = Array.from({ length: 100 }, () => 1);

const choices: Choice<Move>[] = [
  { action: 1, move: { move: "lay", card: 37, on: 30 } },
  { action: 2, move: { move: "lay", card: 37, on: 36 } },
  { action: 3, move: { move: "lay", card: 40, on: 36 } },
  { action: 4, move: { move: "take", top: 36 } },
];

function viewOf(change: Partial<NimmtTable> = {}, offered = choices): GameView {
  const table: NimmtTable = {
    players: 3,
    turn: 0,
    starter: 0,
    ply: 7,
    piles: [pile(30), pile(36), pile(96)],
    stock: 40,
    hand_sizes: [3, 5, 6],
    bulls: [0, 2, 0],
    supply: 8,
    laid: 0,
    choosing: false,
    open_piles: false,
    heads,
    ...change,
  };
  return { table, hand: { seat: 0, cards: [2, 37, 40] }, choices: offered };
}

describe("places", () => {
  it("are those of the choices", () => {
    expect([...pilesFor(choices, 37)]).toEqual([
      [30, 1],
      [36, 2],
    ]);
    expect([...cardsFor(choices, 36)]).toEqual([
      [37, 2],
      [40, 3],
    ]);
    expect([...playable(choices)]).toEqual([37, 40]);
    expect(takeOf(choices, 36)?.action).toBe(4);
    expect(takeOf(choices, 30)).toBeNull();
  });

  it("a card that goes nowhere is meant for the pile below it, past 100 too", () => {
    const { piles } = viewOf().table;
    expect(nearest(piles, 50)?.top).toBe(36);
    expect(nearest(piles, 2)?.top).toBe(96);
    expect(nearest([], 2)).toBeNull();
  });

  it("piles stay where they are while cards are laid on them", () => {
    const after = advance(viewOf(), { event: "laid", seat: 0, card: 37, on: 30, covers: 30 }, say);
    expect(inOrder(after.table.piles).map((one) => one.top)).toEqual([37, 36, 96]);
  });

  it("a selection is a card or a pile", () => {
    expect([selectedCard("card-37"), selectedPile("card-37")]).toEqual([37, null]);
    expect([selectedCard("pile-36"), selectedPile("pile-36")]).toEqual([null, 36]);
    expect(selectedCard(null)).toBeNull();
  });
});

describe("the main button", () => {
  it("takes the selected pile, and asks first", () => {
    expect(game.main?.(choices, "pile-36")?.action).toBe(4);
    expect(game.main?.(choices, "card-37")).toBeNull();
    expect(game.asksTwice?.({ move: "take", top: 36 })).toBe(true);
    expect(game.asksTwice?.({ move: "end_turn" })).toBe(false);
  });

  it("ends the turn when that is possible, and takes the only pile", () => {
    expect(game.main?.([...choices, { action: 9, move: { move: "end_turn" } }], null)?.action).toBe(9);
    expect(game.main?.([{ action: 4, move: { move: "take", top: 36 } }], null)?.action).toBe(4);
    expect(game.main?.(choices, null)?.action).toBe(4);
  });

  it("says what it wants, with several piles", () => {
    const both: Choice<Move>[] = [...choices, { action: 5, move: { move: "take", top: 30 } }];
    expect(game.main?.(both, null)).toBeNull();
    expect(words.needs?.(viewOf({}, both))).toBe("Tap the pile that you want to take.");
    expect(words.needs?.(viewOf({ choosing: true }))).toBe("Choose who gives you a bull");
    expect(words.needs?.(viewOf({ laid: 1 }, []))).toBeNull();
  });
});

describe("after a step", () => {
  it("a card lies on its pile and is out of the hand", () => {
    const after = advance(viewOf(), { event: "laid", seat: 0, card: 37, on: 30, covers: 30 }, say);
    expect(after.table.piles.map((one) => [one.top, one.base])).toEqual([
      [36, 36],
      [37, 30],
      [96, 96],
    ]);
    expect(after.hand?.cards).toEqual([2, 40]);
    expect(after.table.hand_sizes).toEqual([2, 5, 6]);
    expect(after.choices).toEqual([]);
  });

  it("a pile that another took is gone, and nobody learns its cards", () => {
    const after = advance(viewOf(), { event: "took", seat: 1, top: 36, cards: null }, say);
    expect(after.table.piles.map((one) => one.top)).toEqual([30, 96]);
    expect(after.hand?.cards).toEqual([2, 37, 40]);
  });

  it("the own pile comes to the hand; bulls and new piles follow", () => {
    let view = advance(viewOf(), { event: "took", seat: 0, top: 36, cards: [12, 36] }, say);
    expect(view.hand?.cards).toEqual([2, 12, 36, 37, 40]);
    view = advance(view, { event: "got_bull", seat: 0, owner: 1 }, say);
    expect(view.table.bulls).toEqual([1, 1, 0]);
    view = advance(view, { event: "got_bull", seat: 0, owner: null }, say);
    expect([view.table.bulls, view.table.supply]).toEqual([[2, 1, 0], 7]);
    view = advance(view, { event: "turned_up", seat: 0, card: 50 }, say);
    expect(view.table.piles.map((one) => one.top)).toEqual([30, 50, 96]);
    expect(view.table.stock).toBe(39);
  });
});

describe("words", () => {
  afterEach(() => tongue.choose("en"));

  it.each(["en", "de", "nl", "fr", "is"] as Language[])(
    "have a short reason for every rule that refuses a move in %s",
    (language) => {
      tongue.choose(language);
      const rules = new Set(
        [...rulings.slice(rulings.indexOf("def why_not(")).matchAll(/"(EN-\w+)"/g)].map((match) => match[1] ?? ""),
      );
      expect(rules.size).toBe(10);
      for (const rule of rules) {
        const why = words.why?.(rule, { move: "lay", card: 29, on: 30 }, viewOf(), say);
        expect(why, rule).toMatch(/\.$/);
        expect(why?.length, rule).toBeLessThan(110);
      }
      expect(words.why?.("XX-1", { move: "end_turn" }, viewOf(), say)).toBeNull();
      for (const count of [1, 2]) expect(aboutBulls(count).text).toMatch(/\.$/);
      expect(aboutSupply().text).toMatch(/\.$/);
    },
  );

  it("tell why a card does not follow: what lies there now, or no bull for one more pile", () => {
    const on25: Move = { move: "lay", card: 29, on: 25 };
    const bulls = { bulls: [1, 0, 0] };
    expect(words.why?.("EN-10", on25, viewOf({ ...bulls, piles: [pile(31, 25)] }), say)).toBe(
      "Cards on a pile must rise: 31 lies there now.",
    );
    expect(words.why?.("EN-10", on25, viewOf({ ...bulls, piles: [pile(25), pile(40, 36)] }), say)).toBe(
      "With 1 bull you lay on one pile only.",
    );
  });

  it("name the card that is seen on a pile, not the one that the turn began on", () => {
    const on36: Move = { move: "lay", card: 40, on: 36 };
    expect(words.move(on36, say, viewOf({ piles: [pile(39, 36)] }))).toBe("Lay 40 on 39");
    expect(words.move(on36, say, viewOf())).toBe("Lay 40 on 36");
    expect(words.move(on36, say)).toBe("Lay 40 on 36");
  });

  it("ask for what can be done", () => {
    expect(words.ask(viewOf(), say)).toBe("lay a card or take a pile");
    expect(words.ask(viewOf({ turn: 1 }), say)).toContain("2 piles");
    expect(words.ask(viewOf({}, choices.slice(3)), say)).toBe("nothing fits, take a pile");
    expect(words.ask(viewOf({ laid: 2 }), say)).toBe("2 laid, go on or end");
    expect(words.ask(viewOf({ laid: 1 }, []), say)).toBe("1 laid, nothing more fits");
    expect(words.ask(viewOf({ choosing: true }), say)).toBe("choose who gives you a bull");
  });

  it("tell a turn in one line", () => {
    const laid = (card: number, on: number): Event => ({ event: "laid", seat: 1, card, on, covers: on });
    expect(words.turn?.([laid(37, 36), laid(40, 36), laid(97, 96), { event: "turn_ended", seat: 1 }], say)).toBe(
      "laid 37, 40 on 36; laid 97 on 96",
    );
    const took: Event[] = [
      { event: "took", seat: 1, top: 36, cards: null },
      { event: "got_bull", seat: 1, owner: null },
      { event: "turned_up", seat: 1, card: 5 },
      { event: "turned_up", seat: 1, card: 64 },
    ];
    expect(words.turn?.(took, say)).toBe("took the pile with 36; got a bull; 5, 64 turned up");
  });

  it("know every reason of a hint", () => {
    const keys = [...(/REASONS = \(([^]*?)\n\)/.exec(source)?.[1] ?? "").matchAll(/^ {4}"(\w+)"/gm)].map(
      (match) => match[1] ?? "",
    );
    expect(keys.length).toBeGreaterThan(5);
    for (const key of keys) expect(words.reason({ key, value: 2 }), key).toBeTruthy();
    expect(words.reason({ key: "no such", value: null })).toBeNull();
  });

  it("read the whole table", () => {
    const read = words.read(viewOf(), say);
    expect(read).toContain("30, 36, 96");
    expect(read).toContain("2 bulls");
  });
});

it("draws the points of a round beside them", () => {
  const table = { heads: [3, 1, 7] };
  const hand = { seat: 0, cards: [1, 3] };
  expect(sumOf(game.tally?.(table as never, hand as never, 0) ?? [])).toBe(-10);
});
