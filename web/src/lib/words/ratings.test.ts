import { expect, it } from "vitest";
import { levelOf, onScale, ratingOf, sureness } from "./ratings";

it("a rating tells how sure it is", () => {
  const rating = { game: "some_game", pool: "bots" as const, mu: 25.4, sigma: 8.33, matches: 1 };
  expect(ratingOf(rating)).toEqual({ strength: 25, spread: 17 });
  expect([8, 5, 2].map((sigma) => sureness({ ...rating, sigma }))).toEqual(["guess", "rough", "sure"]);
});

it("a rating is a level in words, once there is something to say", () => {
  const rating = { game: "some_game", pool: "people" as const, mu: 25, sigma: 8, matches: 1 };
  expect(levelOf(rating)).toBeNull();
  expect([10, 20, 25, 30, 40].map((mu) => levelOf({ ...rating, mu, sigma: 3 }))).toEqual([1, 2, 3, 4, 5]);
});

it("a rating has a place on a scale, and a bar as long as it is unsure", () => {
  const rating = { game: "some_game", pool: "people" as const, mu: 25, sigma: 5, matches: 1 };
  expect(onScale(rating)).toEqual({ at: 50, from: 25, to: 75 });
  expect(onScale({ ...rating, mu: 44, sigma: 8 })).toEqual({ at: 98, from: 58, to: 100 });
});
