import { describe, expect, it } from "vitest";
import { arc, lengthOf } from "./motion";

describe("a card that flies", () => {
  it("takes 180 to 320 milliseconds", () => {
    expect(lengthOf(0, 0)).toBe(180);
    expect(lengthOf(100, 0)).toBeGreaterThan(180);
    expect(lengthOf(3000, 2000)).toBe(320);
  });

  it("starts where it was, rises, and ends where it is", () => {
    const [first, middle, last] = arc(200, 100, 0.5);
    expect(first?.["transform"]).toContain("translate(200px, 100px) scale(0.5)");
    expect(middle?.["transform"]).toMatch(/translate\(84px, -?[\d.]+px\)/);
    expect(Number(/, (-?[\d.]+)px/.exec(String(middle?.["transform"]))?.[1])).toBeLessThan(42);
    expect(last?.["transform"]).toContain("translate(0px, 0px) scale(1)");
  });
});
