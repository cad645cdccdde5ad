import { flushSync } from "svelte";
import { describe, expect, it, vi } from "vitest";
import { living } from "$tests/living.svelte";
import { rowsWith } from "$tests/rows";
import { Scroller } from "./scroller.svelte";

const COLUMN = 30;
const SIGN = 20;

/** A box of columns behind signs, as wide as `view`; scrolling in it takes no time. */
function boxOf(columns: number, view: number): HTMLElement {
  const box = document.createElement("div");
  for (let i = 0; i < columns; i++) {
    const cell = document.createElement("span");
    cell.className = "cell";
    Object.defineProperty(cell, "offsetLeft", { value: SIGN + i * COLUMN });
    box.append(cell);
  }
  const full = SIGN + columns * COLUMN;
  let left = 0;
  Object.defineProperties(box, {
    clientWidth: { value: Math.min(view, full) },
    scrollWidth: { value: full },
    scrollLeft: { get: () => left },
  });
  box.scrollTo = vi.fn((to: ScrollToOptions) => {
    left = Math.min(Math.max(0, to.left ?? 0), full - view);
  }) as never;
  return box;
}

function scene(view = SIGN + 10 * COLUMN) {
  const box = boxOf(20, view);
  const scroller = living(() => new Scroller(() => 10));
  scroller.box = box;
  flushSync();
  scroller.measure();
  return { box, scroller };
}

const row = (...own: number[]) => rowsWith({ own: own.map((column) => [0, column]) })[0]!;

describe("a board with little room", () => {
  it("is first seen around its centre", () => {
    const { box, scroller } = scene();
    expect(scroller.scrolls).toBe(true);
    expect(box.scrollTo).toHaveBeenCalledWith({ left: 6 * COLUMN, behavior: "instant" });
    expect(scroller.gone).toBe(6);
    expect(scroller.window.part).toBeCloseTo(320 / 620);
    expect(scroller.window.from).toBeCloseTo(180 / 620);
  });

  it("scrolls to what is out of view, and not for what is in it", () => {
    const { box, scroller } = scene();
    vi.mocked(box.scrollTo).mockClear();
    scroller.reveal([8]);
    expect(box.scrollTo).not.toHaveBeenCalled();
    scroller.reveal([0]);
    expect(box.scrollLeft).toBe(0);
    scroller.measure();
    expect(scroller.gone).toBe(0);
  });

  it("reckons from where it is scrolling to, until that has ended", () => {
    const { box, scroller } = scene();
    vi.mocked(box.scrollTo)
      .mockClear()
      .mockImplementation(() => undefined); // it takes a while now
    scroller.reveal([0]);
    scroller.reveal([1]);
    expect(box.scrollTo).toHaveBeenCalledTimes(1);
    scroller.settle();
    scroller.reveal([1]);
    expect(box.scrollTo).toHaveBeenCalledTimes(2);
  });

  it("tells what is offered beyond its edges", () => {
    const { scroller } = scene();
    expect(scroller.edges([row(2, 8, 18)], false)).toEqual([
      [
        { side: "left", column: 2, number: 3 },
        { side: "right", column: 18, number: 19 },
      ],
    ]);
  });

  it("goes to a part of the whole", () => {
    const { box, scroller } = scene();
    scroller.go(1);
    expect(box.scrollLeft).toBe(300);
    scroller.go(0);
    expect(box.scrollLeft).toBe(0);
  });
});

it("a board with room for all neither scrolls nor has edges", () => {
  const { box, scroller } = scene(2000);
  vi.mocked(box.scrollTo).mockClear();
  expect(scroller.scrolls).toBe(false);
  expect(scroller.gone).toBe(0);
  expect(scroller.edges([row(2)], false)).toEqual([]);
  scroller.reveal([19]);
  expect(box.scrollTo).not.toHaveBeenCalled();
});
