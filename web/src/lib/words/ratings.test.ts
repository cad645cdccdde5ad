import { expect, it } from "vitest";
import { ratingOf, sureness } from "./ratings";

it("a rating tells how sure it is", () => {
  const rating = { game: "some_game", pool: "bots" as const, mu: 25.4, sigma: 8.33, matches: 1 };
  expect(ratingOf(rating)).toEqual({ strength: 25, spread: 17 });
  expect([8, 5, 2].map((sigma) => sureness({ ...rating, sigma }))).toEqual(["guess", "rough", "sure"]);
});
