import { describe, expect, it } from "vitest";
import { load, NAMES } from "$games";
import { bestOf, ranked, sumOf } from "./tally";

describe("the points of a round", () => {
  it("are listed with the best first, and ties by seat", () => {
    expect(ranked([-5, 3, 3, 0])).toEqual([1, 2, 3, 0]);
  });

  it("have winners unless all have the same", () => {
    expect(bestOf([-5, 0, 0])).toEqual([1, 2]);
    expect(bestOf([-5, -5])).toEqual([]);
  });
});

const red = (number: number) => ({ colour: "red", number });
const tile = (number: number) => ({ tile: "number", colour: "red", number });

/** What a seat has left in each game, and the points that the rules give for it. */
const LEFT: Record<string, { table: object; hand: object; points: number }> = {
  elfer_raus: { table: {}, hand: { seat: 0, cards: [red(12), red(3)] }, points: -15 },
  elevens: { table: { bonuses: [2] }, hand: { seat: 0, cards: [red(20)], jokers: 1 }, points: 22 - 31 },
  jatten: {
    table: {
      winner: 1,
      collections: [
        [
          { number: 2, sign: "plain" },
          { number: 2, sign: "eye" },
          { number: 7, sign: "plain" },
        ],
      ],
    },
    hand: { seat: 0, cards: [], crook: true },
    points: 2,
  },
  start11: {
    table: {},
    hand: { seat: 0, tiles: [tile(12), { tile: "joker", number: 3 }, { tile: "symbol", colour: "red" }] },
    points: -26,
  },
  nimmt11: { table: { heads: [3, 1, 7] }, hand: { seat: 0, cards: [1, 3] }, points: -10 },
};

it.each(NAMES.filter((name) => name in LEFT))("of %s are what is drawn beside them", async (name) => {
  const game = await load(name);
  const { table, hand, points } = LEFT[name]!;
  expect(sumOf(game.tally?.(table as never, hand as never, 0) ?? [])).toBe(points);
});
