import { describe, expect, it } from "vitest";
import { drawnAt, firstHalf, folds } from "./fold";

const BOARD = { columns: 21, rows: 4, sign: 24 };

describe("a board of rows", () => {
  it("folds on a phone that is held upright", () => expect(folds(344, 300, BOARD)).toBe(true));
  it("lies in one piece on a phone held across", () => expect(folds(760, 190, BOARD)).toBe(false));
  it("folds on an upright tablet", () => expect(folds(790, 640, BOARD)).toBe(true));
  it("lies in one piece on a laptop", () => expect(folds(1100, 420, BOARD)).toBe(false));
});

describe("a place of a folded board", () => {
  it("of the first half stays where it is", () => expect(drawnAt(2, 9, BOARD, true)).toEqual([2, 9]));
  it("of the second half goes below all rows", () => expect(drawnAt(2, 10, BOARD, true)).toEqual([6, 0]));
  it("has no other place's place", () => {
    const all = Array.from({ length: 4 * 21 }, (_, i) => drawnAt(Math.floor(i / 21), i % 21, BOARD, true).join());
    expect(new Set(all).size).toBe(84);
  });
  it("is in the larger second half if columns are odd", () => expect(firstHalf(23)).toBe(11));
});
