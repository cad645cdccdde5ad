import { flushSync } from "svelte";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { living, plainGame } from "$tests/living.svelte";
import { replayOf } from "$tests/replays";
import { Demo } from "./demo.svelte";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("plays, begins again at the end, and rests while nobody looks", () => {
  let looks = $state(true);
  let demo!: Demo;
  living(() => (demo = new Demo(plainGame(), replayOf(), () => looks)));
  const steps = demo.last;
  vi.advanceTimersByTime(60_000);
  expect(demo.at).toBe(0);
  demo.isRunning = true;
  flushSync();
  const seen = new Set<number>();
  for (let i = 0; i < 40 * (steps + 1); i++) {
    vi.advanceTimersByTime(200);
    flushSync();
    seen.add(demo.at);
  }
  expect(seen.size).toBe(steps + 1);
  looks = false;
  flushSync();
  const at = demo.at;
  vi.advanceTimersByTime(60_000);
  expect(demo.at).toBe(at);
});
