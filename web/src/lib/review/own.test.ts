import { expect, it } from "vitest";
import type { OwnChoices } from "$lib/wire";
import { drawn, line, MANY, split } from "./own";

const own = (...choices: number[]): OwnChoices => ({
  game: "some_game",
  kinds: [],
  matches: choices.map((one, i) => ({
    table: `t${i}`,
    game: "some_game",
    at: -i,
    decisions: 9,
    choices: one,
    choices_error: 0.03,
    cards: 0.2,
  })),
});

it("moves from the oldest match to the newest", () => {
  expect(line(own(0.3, 0.1))).toEqual([0.1, 0.2]);
  expect(drawn([0.1, 0.2]).points.split(" ")).toHaveLength(2);
  expect(drawn([0]).zero).toBe(30);
});

it("parts cards from choices only over many matches", () => {
  expect(split(own(0.1))).toBeNull();
  const many = split(own(...Array.from({ length: MANY }, () => -0.04)));
  expect(many?.cards).toBeCloseTo(0.2);
  expect(many?.choices).toBeCloseTo(-0.04);
  expect(many?.error).toBeCloseTo(0.03 / Math.sqrt(MANY));
});
