import { expect, it } from "vitest";
import { plainGame } from "$tests/living.svelte";
import { accountOf, decisionOf, reviewOf } from "$tests/reviews";
import { accountText, betterText, ghostOf, hundredths, marked, markText, turnText } from "./words";

const { words } = plainGame();
const say = { name: (seat: number) => ["Ana", "Ben"][seat] ?? "", seat: null };

it("lists marked decisions, the costliest first, of one seat or of all", () => {
  expect(marked(reviewOf(), null).map((one) => one.ply)).toEqual([43, 41]);
  expect(marked(reviewOf(), 0).map((one) => one.ply)).toEqual([41]);
  expect(new Set((["fine", "inaccuracy", "mistake", "blunder"] as const).map(markText)).size).toBe(4);
});

it("says what would have been better, why, and what nobody could have known", () => {
  const told = betterText(decisionOf(), { ...words, reason: () => "it keeps the way open" }, say);
  expect(told).toContain("“wait” would win about 9% more often");
  expect(told).toContain("it keeps the way open");
  expect(betterText(decisionOf({ why: [] }), words, say)).not.toContain("Why");
  for (const hindsight of ["lucky", "unlucky"] as const)
    expect(betterText(decisionOf({ hindsight }), words, say)).toContain("nobody could have known");
});

it("tells each kind of turning point", () => {
  const review = reviewOf();
  const told = review.turns.map((turn) => turnText(review, turn, words, say));
  expect(told[0]).toBe("Round 2, the deal: Ana goes from 40% to 70%.");
  expect(told[1]).toBe("Round 2, Ana: “lay”. Ana goes from 70% to 50%.");
  expect(told[2]).toBe("Round 2, the cards: Ben goes from 50% to 100%.");
});

it("gives no figure within two errors", () => {
  expect(accountText(accountOf(), "Ana")).not.toMatch(/\d/);
  expect(accountText(accountOf({ choices: -0.2, told: "cost" }), "Ana")).toContain("cost about 20%");
  expect(accountText(accountOf({ choices: 0.2, told: "gained" }), "Ana")).toContain("gained about 20%");
  expect(hundredths(-0.046, 0.031)).toBe("−5 ± 3");
  expect(hundredths(0.004)).toBe("+0");
});

it("draws the better move as a ghost", () => expect(ghostOf(decisionOf())).toMatchObject({ action: 2 }));
