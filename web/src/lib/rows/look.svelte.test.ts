import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { settings } from "$lib/person/settings.svelte";
import { changing, living } from "$tests/living.svelte";
import { rowsWith } from "$tests/rows";
import { keepInView } from "./look.svelte";
import type { RowsBoard, Spot } from "./rows";

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(settings, "pace", "get").mockReturnValue(1);
});
afterEach(() => void vi.useRealTimers());

function scene(first: Partial<RowsBoard> = {}) {
  const still: RowsBoard = { rows: rowsWith({}), centre: 10, look: null, stays: false, begins: false, ...first };
  const shown = changing(still);
  const board: RowsBoard = {
    get rows() {
      return shown.now.rows;
    },
    get centre() {
      return shown.now.centre;
    },
    get look() {
      return shown.now.look;
    },
    get stays() {
      return shown.now.stays;
    },
    get begins() {
      return shown.now.begins;
    },
  };
  const scroller = { reveal: vi.fn(), toCentre: vi.fn() };
  living(() => keepInView(board, scroller) ?? {});
  return { ...scroller, next: (more: Partial<RowsBoard>) => (shown.now = { ...shown.now, ...more }) };
}
const own = (...own: Spot[]) => ({ rows: rowsWith({ own }) });

it("a round begins at the centre", () => {
  const { toCentre, next } = scene();
  expect(toCentre).not.toHaveBeenCalled();
  next({ begins: true });
  expect(toCentre).toHaveBeenCalledOnce();
});

it("what was just laid comes into view, one after another", () => {
  const { reveal, next } = scene();
  next({ look: "1-4" });
  vi.advanceTimersByTime(0);
  expect(reveal.mock.calls).toEqual([[[4]]]);
  next({ look: "2-17" });
  vi.advanceTimersByTime(100);
  expect(reveal).toHaveBeenCalledOnce();
  vi.advanceTimersByTime(600);
  expect(reveal).toHaveBeenLastCalledWith([17]);
});

it("what is taken back is not looked at", () => {
  const { reveal, next } = scene({ look: "1-4" });
  next({ look: null });
  vi.advanceTimersByTime(2000);
  expect(reveal).not.toHaveBeenCalled();
});

it("places that can be filled come into view when there are any again, after what was laid", () => {
  const { reveal, next } = scene({ look: "1-4" });
  next(own([0, 2], [3, 9]));
  vi.advanceTimersByTime(0);
  expect(reveal.mock.calls).toEqual([[[4]]]);
  vi.advanceTimersByTime(600);
  expect(reveal).toHaveBeenLastCalledWith([2, 9]);
  next(own([0, 3]));
  vi.advanceTimersByTime(2000);
  expect(reveal).toHaveBeenCalledTimes(2);
  next(own());
  next(own([0, 3]));
  vi.advanceTimersByTime(2000);
  expect(reveal).toHaveBeenLastCalledWith([3]);
});

it("whoever laid something themselves goes on from there", () => {
  const { reveal, next } = scene();
  next({ ...own([0, 2]), stays: true });
  vi.advanceTimersByTime(2000);
  expect(reveal).not.toHaveBeenCalled();
});
