import { describe, expect, it } from "vitest";
import { litSpots, spotOf, stopOf, walk, type Spot } from "./rows";
import { rowsWith } from "$tests/rows";

const board = (...lit: Spot[]) => rowsWith({ lit });

describe("walk", () => {
  it("goes from place to place, and stays at the edges", () => {
    expect(walk(board(), [0, 10], "ArrowRight")).toEqual([0, 11]);
    expect(walk(board(), [0, 0], "ArrowLeft")).toEqual([0, 0]);
    expect(walk(board(), [0, 10], "ArrowDown")).toEqual([1, 10]);
    expect(walk(board(), [3, 10], "ArrowDown")).toEqual([3, 10]);
    expect(walk(board(), [2, 10], "Home")).toEqual([2, 0]);
    expect(walk(board(), [2, 10], "End")).toEqual([2, 20]);
    expect(walk(board(), [2, 10], "x")).toBeNull();
  });

  it("goes only between the offered places, row by row", () => {
    const rows = board([0, 2], [0, 15], [1, 4], [3, 14]);
    expect(litSpots(rows)).toHaveLength(4);
    expect(walk(rows, [0, 2], "ArrowRight")).toEqual([0, 15]);
    expect(walk(rows, [0, 2], "ArrowDown")).toEqual([1, 4]);
    expect(walk(rows, [1, 4], "ArrowDown")).toEqual([3, 14]);
    expect(walk(rows, [0, 15], "ArrowRight")).toEqual([1, 4]);
    expect(walk(rows, [1, 4], "ArrowLeft")).toEqual([0, 15]);
    expect(walk(rows, [1, 4], "End")).toEqual([3, 14]);
    expect(walk(rows, [0, 2], "ArrowUp")).toEqual([0, 2]);
  });

  it("reaches every offered place with right and left alone", () => {
    const rows = board([2, 1], [0, 5], [3, 9], [1, 20]);
    const seen = new Set<string>();
    let at = litSpots(rows)[0]!;
    for (const key of [...Array<string>(6).fill("ArrowLeft"), ...Array<string>(6).fill("ArrowRight")]) {
      at = walk(rows, at, key)!;
      seen.add(at.join());
    }
    expect(seen.size).toBe(4);
  });
});

describe("spotOf", () => {
  it("finds a place", () => {
    expect(spotOf(board(), "2-7")).toEqual([2, 7]);
    expect(spotOf(board(), "none")).toBeNull();
    expect(spotOf(board(), null)).toBeNull();
  });
});

describe("stopOf", () => {
  it("is the last place that had the focus, else the centre", () => {
    expect(stopOf(board(), "2-7", 10)).toBe("2-7");
    expect(stopOf(board(), null, 10)).toBe("0-10");
    expect(stopOf(board(), "gone", 10)).toBe("0-10");
    expect(stopOf([], null, 10)).toBeNull();
  });

  it("is an offered place if there are any", () => {
    expect(stopOf(board([1, 4], [3, 2]), "2-7", 10)).toBe("1-4");
    expect(stopOf(board([1, 4], [3, 2]), "3-2", 10)).toBe("3-2");
  });
});
