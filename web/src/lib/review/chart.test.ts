import { expect, it } from "vitest";
import { reviewOf } from "$tests/reviews";
import { chartOf, HEIGHT, momentAt, WIDTH } from "./chart";

it("has a line for each seat, a border for each further round, and its turning points", () => {
  const chart = chartOf(reviewOf());
  expect(chart.lines).toHaveLength(2);
  expect(chart.lines[0]?.split(" ")).toHaveLength(5);
  expect(chart.lines[0]?.endsWith(`${(WIDTH - 10).toFixed(1)},${(HEIGHT - 10).toFixed(1)}`)).toBe(true);
  expect(chart.rounds).toEqual([chart.x(2)]);
  expect(chart.turns.map((turn) => turn.x)).toEqual([chart.x(2), chart.x(3), chart.x(4)]);
});

it("finds the moment of a step: the last one before it", () => {
  const review = reviewOf();
  expect(momentAt(review, 1, 0)).toBe(0);
  expect(momentAt(review, 1, 20)).toBe(0);
  expect(momentAt(review, 1, 40)).toBe(1);
  expect(momentAt(review, 2, 40)).toBe(1); // the deal
  expect(momentAt(review, 2, 42)).toBe(2);
  expect(momentAt(review, 2, 44)).toBe(4);
});
