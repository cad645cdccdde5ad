import { describe, expect, it } from "vitest";
import { gridOf } from "./fit";

const piles = { ratio: 4 / 3, across: 0.2, down: 0.3, most: 120 };

describe("a grid", () => {
  it.each([1, 3, 8, 17, 30])("of %i things stays in its room", (count) => {
    for (const [width, height] of [
      [344, 240],
      [700, 160],
      [1100, 420],
    ] as const) {
      const { columns, size } = gridOf(count, width, height, piles);
      const lines = Math.ceil(count / columns);
      expect(columns * size + (columns - 1) * size * 0.2).toBeLessThanOrEqual(width + 0.01);
      expect(lines * size * (4 / 3) + (lines - 1) * size * 0.3).toBeLessThanOrEqual(height + 0.01);
    }
  });

  it("of few things is not larger than they should be", () => expect(gridOf(2, 1000, 500, piles).size).toBe(120));

  it("is one line where there is room for no more", () => expect(gridOf(5, 800, 90, piles).columns).toBe(5));
});
