import { expect, it } from "vitest";
import { agoText, clockText, dateText, decimal, signed } from "./time";

it("clocks and points are read at a glance", () => {
  expect(clockText(61_000)).toBe("1:01");
  expect(clockText(3_600_000)).toBe("1:00:00");
  expect(clockText(-5)).toBe("0:00");
  expect(clockText(2 * 86_400_000)).toBe("2 d");
  expect(signed(-12)).toBe("−12");
  expect(signed(0)).toBe("0");
});

it("numbers and dates are written as a language does", () => {
  expect(decimal(2.25, ["en"])).toBe("2.3");
  expect(decimal(-2.25, ["de"])).toBe("−2,3");
  expect(decimal(3, ["fr"])).toBe("3");
  expect(dateText(Date.UTC(2026, 10, 16, 12), ["de"])).toMatch(/^16\.11\.2026, \d\d:00$/);
});

it("what was lately is told from now, what was long ago by its date", () => {
  const now = Date.UTC(2026, 10, 16, 12);
  expect(agoText(now - 30_000, now, ["en"])).toBe("this minute");
  expect(agoText(now - 5 * 60_000, now, ["en"])).toBe("5 minutes ago");
  expect(agoText(now - 2 * 3_600_000, now, ["de"])).toBe("vor 2 Stunden");
  expect(agoText(now - 86_400_000, now, ["nl"])).toBe("gisteren");
  expect(agoText(now - 30 * 86_400_000, now, ["en"])).toContain("Oct");
  expect(agoText(now + 9_000, now, ["en"])).toBe("this minute"); // clocks differ
});
