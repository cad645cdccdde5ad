import { afterEach, describe, expect, it } from "vitest";
import { cardName } from "./cards";
import { chip, pieces, spoken } from "./chips";
import { tongue } from "./language.svelte";

afterEach(() => tongue.choose("en"));

const red12 = { tint: "red", text: "12", name: "red 12" };

describe("pieces of a sentence", () => {
  it("are cards and words", () => {
    expect(pieces(() => `laid ${cardName({ colour: "red", number: 12 })} at last`)).toEqual([
      "laid ",
      red12,
      " at last",
    ]);
  });

  it("put cards side by side without commas, and read them with commas", () => {
    const both = pieces(() => ["red", "red"].map((tint) => chip(tint, 12, "red 12")).join(", "));
    expect(both).toEqual([red12, red12]);
    expect(spoken(["laid ", ...both])).toBe("laid red 12, red 12");
  });

  it("leave names alone elsewhere, even after an error", () => {
    expect(() =>
      pieces(() => {
        throw new Error("no words");
      }),
    ).toThrow();
    expect(cardName({ colour: "red", number: 12 })).toBe("red 12");
  });
});
