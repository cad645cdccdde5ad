import { expect, test } from "vitest";
import { leadsTo, Typed } from "./roving";

/** Things in lines of three, each 10 wide and 20 high. */
const lines = (count: number) =>
  Array.from({ length: count }, (_, i) => {
    const thing = document.createElement("button");
    thing.getBoundingClientRect = () => new DOMRect((i % 3) * 10, Math.floor(i / 3) * 20, 10, 20);
    return thing;
  });

test("arrows go along a line and to the nearest of the next", () => {
  const things = lines(5); // 0 1 2 / 3 4
  expect(leadsTo("ArrowRight", 1, things)).toBe(2);
  expect(leadsTo("ArrowLeft", 1, things)).toBe(0);
  expect(leadsTo("ArrowDown", 1, things)).toBe(4);
  expect(leadsTo("ArrowDown", 2, things)).toBe(4);
  expect(leadsTo("ArrowUp", 3, things)).toBe(0);
  expect(leadsTo("ArrowDown", 4, things)).toBe(4);
  expect(leadsTo("Home", 4, things)).toBe(0);
  expect(leadsTo("End", 0, things)).toBe(4);
  expect(leadsTo("x", 0, things)).toBeNull();
  expect(leadsTo("ArrowDown", 0, [])).toBe(0);
});

test("digits that follow soon are one number", () => {
  const typed = new Typed();
  expect(typed.add("1", 1000)).toBe("1");
  expect(typed.add("2", 1600)).toBe("12");
  expect(typed.add("3", 2400)).toBe("3");
});
