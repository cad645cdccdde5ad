import { expect, it } from "vitest";
import { shortened } from "./names";

it("a long name is cut between drawn letters", () => {
  const family = "👨‍👩‍👧‍👦";
  expect(shortened("Ana")).toBe("Ana");
  expect(shortened(family.repeat(5))).toBe(family.repeat(3));
  expect(shortened(`${"a".repeat(39)}é`)).toBe(`${"a".repeat(39)}é`);
  expect(shortened(`${"a".repeat(39)}🇮🇸`)).toBe("a".repeat(39));
});
