import { describe, expect, it } from "vitest";
import { wrongStep } from "./matchfile";
import { addressOf, frameOf, indexOf, lineAt, seatOf, statesOf, wishOf } from "./replay";
import { replayOf } from "$tests/replays";

const replay = replayOf();

describe("an address", () => {
  it("leads to the same step again", () => {
    const address = addressOf("t1", 2, 43, "all");
    expect(address).toBe("/replay/t1?round=2&ply=43&seat=all");
    expect(wishOf(address.slice(address.indexOf("?")))).toEqual({ round: 2, ply: 43, seat: "all" });
    expect(indexOf(replay.frames, 43)).toBe(3);
  });

  it("without sense leads to the beginning", () => {
    expect(wishOf("")).toEqual({ round: 1, ply: null, seat: null });
    expect(wishOf("?round=-1&ply=x&seat=9")).toEqual({ round: 1, ply: null, seat: null });
    expect(wishOf("?round=99&seat=spectator")).toEqual({ round: 20, ply: null, seat: "spectator" });
    expect(indexOf(replay.frames, null)).toBe(0);
    expect(indexOf(replay.frames, 7)).toBe(0);
    expect(indexOf(replay.frames, 999)).toBe(4);
  });
});

describe("a replay", () => {
  const states = statesOf(replay);

  it("is what live play would have shown", () => {
    expect(states.map((state) => state.position?.ply)).toEqual([40, 41, 42, 43, 44]);
    expect(states.map((state) => state.lines.length)).toEqual([1, 2, 2, 3, 5]);
    expect(states[0]?.lines[0]).toMatchObject({ kind: "note", body: { kind: "dealt" } });
    expect(states.every((state) => state.seat === 1)).toBe(true);
    expect(seatOf({ ...replay, seat: "all" })).toBeNull();
  });

  it("has a log whose lines lead to their steps", () => {
    const lines = states.at(-1)?.lines ?? [];
    expect(lines.map(frameOf)).toEqual([0, 2, 3, 4, 4]);
    expect(replay.frames.map((_, i) => lineAt(lines, i))).toEqual([0, 1, 1, 2, 4]);
  });
});

it("tells which step of a file is wrong", () => {
  expect(wrongStep("log.actions[11]")).toBe(12);
  expect(wrongStep("actions[0]")).toBe(1);
  expect(wrongStep("body")).toBeNull();
  expect(wrongStep(null)).toBeNull();
});
