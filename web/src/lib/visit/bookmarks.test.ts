import { beforeEach, expect, it } from "vitest";
import type { TableLine } from "$lib/wire";
import { bookmarkOf, dismiss, markRound, toContinue } from "./bookmarks";

const line = (id: string, updated_at: number, status = "playing") => ({ id, status, updated_at }) as TableLine;
const ids = (lines: TableLine[]) => lines.map((one) => one.id);

beforeEach(() => localStorage.clear());

it("lists what goes on, the latest first", () => {
  expect(ids(toContinue([line("a", 1), line("b", 3, "open"), line("c", 2, "over"), line("d", 2)]))).toEqual([
    "b",
    "d",
    "a",
  ]);
});

it("leaves out what was taken off, until something happens there", () => {
  dismiss(line("a", 5));
  expect(toContinue([line("a", 5)])).toEqual([]);
  expect(ids(toContinue([line("a", 6)]))).toEqual(["a"]);
});

it("lists a table again that somebody looked at", () => {
  dismiss(line("a", 5));
  markRound("a", 2, 4);
  expect(ids(toContinue([line("a", 5)]))).toEqual(["a"]);
  expect(bookmarkOf("a")).toMatchObject({ round: 2, rounds: 4 });
});

it("keeps the round of a table that is taken off", () => {
  markRound("a", 2, 4);
  dismiss(line("a", 9));
  expect(bookmarkOf("a")).toEqual({ table: "a", round: 2, rounds: 4, dismissed: 9 });
});

it("remembers no more than sixty tables", () => {
  for (let i = 0; i < 70; i++) markRound(`t${i}`, 1, 2);
  expect(bookmarkOf("t9")).toBeNull();
  expect(bookmarkOf("t10")).not.toBeNull();
});
