/** A small review as the server would tell it. */
import type { Account, Decision, MatchReview, Review } from "$lib/wire";

export const accountOf = (more: Partial<Account> = {}): Account => ({
  result: 0,
  even: 0.5,
  choices: 0,
  choices_error: 0.03,
  others: 0.02,
  others_error: 0.02,
  deal: 0.1,
  draw: -0.62,
  told: "unclear",
  decisions: 1,
  loss: 0,
  loss_error: 0.01,
  marks: { fine: 1, inaccuracy: 0, mistake: 0, blunder: 0 },
  ...more,
});

export const decisionOf = (more: Partial<Decision> = {}): Decision => ({
  ply: 41,
  round: 2,
  seat: 0,
  played: 1,
  best: 2,
  move: { move: "lay" },
  better: { move: "wait" },
  mark: "mistake",
  loss: 0.09,
  error: 0.02,
  hindsight: "nothing",
  gain: -0.09,
  gain_error: 0.02,
  why: [{ key: "keeps", value: 1 }],
  instead: [],
  right: [],
  ...more,
});

/** Two rounds, two seats, three decisions. */
export const reviewOf = (more: Partial<Review> = {}): Review => ({
  elftafel_review: 1,
  game: "some_game",
  rules_version: 1,
  iterations: 100,
  seed: 0,
  seats: [accountOf({ choices: -0.2, told: "cost" }), accountOf({ result: 1, draw: 0.38 })],
  decisions: [
    decisionOf({ ply: 3, round: 1, seat: 1, mark: "fine", loss: 0 }),
    decisionOf(),
    decisionOf({ ply: 43, seat: 1, mark: "blunder", loss: 0.3, hindsight: "lucky" }),
  ],
  chart: [
    { ply: 3, round: 1, chances: [0.5, 0.5] },
    { ply: 40, round: 1, chances: [0.4, 0.6] },
    { ply: 41, round: 2, chances: [0.7, 0.3] },
    { ply: 43, round: 2, chances: [0.5, 0.5] },
    { ply: 44, round: 2, chances: [0, 1] },
  ],
  turns: [
    { point: 2, seat: 0, before: 0.4, after: 0.7, cause: "deal", decision: null },
    { point: 3, seat: 0, before: 0.7, after: 0.5, cause: "choice", decision: 1 },
    { point: 4, seat: 1, before: 0.5, after: 1, cause: "cards", decision: null },
  ],
  ...more,
});

export const foundOf = (more: Partial<MatchReview> = {}): MatchReview => ({
  state: "done",
  offered: true,
  done: 3,
  total: 3,
  review: reviewOf(),
  ...more,
});
