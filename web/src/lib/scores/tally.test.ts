import { describe, expect, it } from "vitest";
import { bestOf, ranked } from "./tally";

describe("the points of a round", () => {
  it("are listed with the best first, and ties by seat", () => {
    expect(ranked([-5, 3, 3, 0])).toEqual([1, 2, 3, 0]);
  });

  it("have winners unless all have the same", () => {
    expect(bestOf([-5, 0, 0])).toEqual([1, 2]);
    expect(bestOf([-5, -5])).toEqual([]);
  });
});
