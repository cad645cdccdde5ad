import { beforeEach, expect, it } from "vitest";
import type { PuzzleLine } from "$lib/wire";
import { afterPuzzle, nextPuzzle, progressIn } from "./progress";
import { themeIn, themeName, themeOf } from "./themes";

const line = (id: string, difficulty: number): PuzzleLine => ({ id, difficulty, players: 2, theme: "goes_out" });
const ALL = [line("a", 1), line("b", 2), line("c", 2), line("d", 5)];

beforeEach(() => localStorage.clear());

it("gets harder after two in a row, and easier after a miss", () => {
  let now = progressIn("game");
  expect([now.level, now.streak]).toEqual([2, 0]);
  now = afterPuzzle("game", now, "a", true);
  expect([now.level, now.streak]).toEqual([2, 1]);
  now = afterPuzzle("game", now, "b", true);
  expect([now.level, now.streak]).toEqual([3, 2]);
  now = afterPuzzle("game", now, "c", false);
  expect([now.level, now.streak]).toEqual([2, 0]);
  expect(progressIn("game")).toEqual(now);
  expect(progressIn("other").seen).toEqual({});
});

it("takes no nonsense from a browser's storage", () => {
  localStorage.setItem("elftafel.puzzles.game", JSON.stringify({ level: 99, streak: "x", seen: { a: 3 } }));
  expect(progressIn("game")).toEqual({ level: 2, streak: 0, seen: { a: false } });
});

it("offers new puzzles nearest to the level, and old ones when all were seen: missed ones first", () => {
  let now = progressIn("game");
  expect(nextPuzzle(ALL, now, () => 0)?.id).toBe("b");
  expect(nextPuzzle(ALL, now, () => 0.99)?.id).toBe("c");
  for (const [id, found] of [
    ["b", true],
    ["c", false],
    ["d", false],
  ] as const)
    now = afterPuzzle("game", now, id, found);
  expect(nextPuzzle(ALL, now)?.id).toBe("a");
  now = afterPuzzle("game", now, "a", true);
  expect(nextPuzzle(ALL, now)?.id).toBe("c");
  expect(nextPuzzle([], now)).toBeNull();
});

it("names every theme, also that of an unknown reason", () => {
  expect(themeOf("goes_out")).toBe("finish");
  expect(themeOf("something new")).toBe("lesser");
  expect(themeIn("keeps_block")).toBe("hold");
  expect(themeIn("hold")).toBe("hold");
  expect(themeIn("")).toBeNull();
  expect(new Set(["finish", "hold", "lesser"].map(themeName)).size).toBe(3);
});
