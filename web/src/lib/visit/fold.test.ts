import { beforeEach, expect, it } from "vitest";
import { hears, plainGame, tableWith } from "$tests/living.svelte";
import { positionOf, tableOf, viewOf } from "$tests/scene";
import { Fold } from "./fold.svelte";

const PLAYING = { table: tableOf({ status: "playing" }), screens: 1 };
const asked = { ...positionOf(4, 0), view: viewOf(0, [1]) };

beforeEach(() => localStorage.clear());

it("is offered to players while a big screen is there", () => {
  const table = tableWith({ ...PLAYING, position: positionOf(4, 1) });
  const fold = new Fold(table);
  expect(fold.isOffered).toBe(true);
  expect(new Fold(tableWith({ ...PLAYING, seat: null, person: null, position: positionOf(4, 1) })).isOffered).toBe(
    false,
  );
  fold.choose(true);
  expect(fold.isFolded).toBe(true);
  hears(table, { t: "presence", online: [true, true, true], spectators: 0, screens: 0 });
  expect([fold.isOffered, fold.isFolded]).toEqual([false, false]);
});

it("shows the table to one who has to tap something on it", () => {
  new Fold(tableWith()).choose(true); // remembered
  expect(new Fold(tableWith({ ...PLAYING, position: asked })).isFolded).toBe(false);
  expect(new Fold(tableWith({ ...PLAYING, position: asked }, plainGame({ fromHand: true }))).isFolded).toBe(true);
});

it("shows the scores", () => {
  const fold = new Fold(tableWith({ ...PLAYING, position: positionOf(4, null, { between_rounds: true }) }));
  fold.choose(true);
  expect(fold.isFolded).toBe(false);
});
