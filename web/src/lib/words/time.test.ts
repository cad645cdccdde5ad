import { expect, it } from "vitest";
import { clockText, dateText, decimal, signed } from "./time";

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
