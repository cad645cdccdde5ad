import { expect, it } from "vitest";
import { runs, sorted } from "./cards";

it("cards are sorted by colour, by number, or as they came", () => {
  const cards = [
    { colour: "blue" as const, number: 2 },
    { colour: "red" as const, number: 9 },
    { colour: "red" as const, number: 2 },
  ];
  expect(sorted(cards, "colour")).toEqual([cards[2], cards[1], cards[0]]);
  expect(sorted(cards, "number")).toEqual([cards[2], cards[0], cards[1]]);
  expect(sorted(cards, "deal")).toEqual(cards);
});

it("numbers are put together as runs", () => {
  expect(runs([1, 2, 3, 7, 9, 10])).toEqual([
    [1, 3],
    [7, 7],
    [9, 10],
  ]);
});
