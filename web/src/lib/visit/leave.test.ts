import { expect, it } from "vitest";
import { FREE, seated, tableOf } from "$tests/scene";
import { givesUpSeat } from "./leave";

const ana = seated("ana", "Ana");
const bo = seated("bo", "Bo");
const bot = { ...FREE, bot: "easy" };
const alone = tableOf({ status: "playing", chairs: [ana, bot, bot] });

it("gives the seat up before the start, and where others would wait", () => {
  expect(givesUpSeat(tableOf(), 0)).toBe(true);
  expect(givesUpSeat(tableOf({ status: "playing", chairs: [ana, bo, bot] }), 0)).toBe(true);
  const clock = { turn: 30, match: null } as never;
  expect(givesUpSeat({ ...alone, settings: { ...alone.settings, clock } }, 0)).toBe(true);
});

it("keeps it against bots alone; there is none to give up for spectators and after the match", () => {
  expect(givesUpSeat(alone, 0)).toBe(false);
  expect(givesUpSeat(tableOf(), null)).toBe(false);
  expect(givesUpSeat(tableOf({ status: "over", chairs: [ana, bo] }), 0)).toBe(false);
  expect(givesUpSeat(null, null)).toBe(false);
});
