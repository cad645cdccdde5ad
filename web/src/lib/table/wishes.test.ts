import { expect, it } from "vitest";
import { tableOf } from "$tests/scene";
import type { Settings } from "$lib/wire";
import { settingsFor, usualWishes, wishesOf } from "./wishes";

const SETTINGS: Settings = { ...tableOf().settings, rounds: 2, options: { opening: "drawn" } };

it("comes to the same settings if nothing is changed", () => {
  expect(settingsFor(wishesOf(SETTINGS), SETTINGS)).toEqual(SETTINGS);
  const timed: Settings = { ...SETTINGS, rounds: null, clock: { clock: "decision", seconds: 60 } };
  expect(wishesOf(timed)).toMatchObject({ clock: "60", rounds: 0 });
  expect(settingsFor(wishesOf(timed), timed)).toEqual(timed);
});

it("keeps a clock that the form does not offer", () => {
  const timed: Settings = { ...SETTINGS, clock: { clock: "match", seconds: 600, increment: 5 } };
  expect(wishesOf(timed).clock).toBe("other");
  expect(settingsFor({ ...wishesOf(timed), seats: 2 }, timed)).toEqual({ ...timed, seats: 2 });
});

it("leaves out an option that was put back to none", () => {
  const wishes = { ...usualWishes(4), options: { opening: "drawn", drop_colour: null } };
  expect(settingsFor(wishes, { game: "some_game" })).toMatchObject({
    game: "some_game",
    seats: 4,
    rounds: null,
    clock: null,
    options: { opening: "drawn" },
  });
});
