import { afterEach, expect, it, vi } from "vitest";
import { hears, living, tableWith } from "$tests/living.svelte";
import { played, positionOf } from "$tests/scene";
import { Clocks, timeLeft } from "./clocks.svelte";

afterEach(() => void vi.useRealTimers());

it("the seat that decides has time until its deadline, the others what they have left", () => {
  const clock = { seat: 1, deadline: 10_000, left: [5000, 6000, 7000] };
  expect([0, 1, 2].map((seat) => timeLeft(clock, seat, 8000))).toEqual([5000, 2000, 7000]);
  expect(timeLeft({ seat: 1, deadline: 10_000, left: null }, 0, 8000)).toBeNull();
  expect(timeLeft({ seat: 1, deadline: null, left: [1, 2, 3] }, 1, 8000)).toBe(2);
  expect(timeLeft(null, 1, 8000)).toBeNull();
});

it("runs by the server's time, and only where there is a clock", () => {
  vi.useFakeTimers({ now: 1000 });
  const table = tableWith({ now: 4000, position: positionOf(1, 1) });
  const others = vi.getTimerCount(); // the connection has timers too
  const clocks = living(() => new Clocks(table));
  expect(clocks.left(1)).toBeNull();
  expect(vi.getTimerCount()).toBe(others);
  hears(table, played(6, 0, [], positionOf(2, 1, { clock: { seat: 1, deadline: 9000, left: null } })));
  expect(clocks.left(1)).toBe(5000);
  vi.advanceTimersByTime(1000);
  expect(clocks.left(1)).toBe(4000);
  clocks.end();
  expect(vi.getTimerCount()).toBe(others);
});
