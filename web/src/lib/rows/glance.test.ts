import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Glance } from "./glance";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function looking(pace = 1) {
  const shown: string[] = [];
  const glance = new Glance(() => pace);
  const next = (what: string) => glance.next(() => shown.push(what));
  return { shown, glance, next };
}

describe("glance", () => {
  it("shows the first at once and the next when it was seen", () => {
    const { shown, next } = looking();
    next("own");
    vi.advanceTimersByTime(0);
    expect(shown).toEqual(["own"]);
    vi.advanceTimersByTime(100);
    next("theirs");
    vi.advanceTimersByTime(499);
    expect(shown).toEqual(["own"]);
    vi.advanceTimersByTime(1);
    expect(shown).toEqual(["own", "theirs"]);
  });

  it("leaves nothing out when one comes while another waits", () => {
    const { shown, next } = looking();
    next("first");
    vi.advanceTimersByTime(100);
    next("own");
    vi.advanceTimersByTime(400);
    next("theirs");
    expect(shown).toEqual(["first", "own"]);
    vi.advanceTimersByTime(599);
    expect(shown).toEqual(["first", "own"]);
    vi.advanceTimersByTime(1);
    expect(shown).toEqual(["first", "own", "theirs"]);
  });

  it("never lets one wait longer than a look takes", () => {
    const { shown, next, glance } = looking(0.5);
    for (let i = 0; i < 5; i++) next(`${i}`);
    expect(glance.wait).toBe(300);
    vi.advanceTimersByTime(300);
    expect(shown).toEqual(["0", "1", "2", "3", "4"]);
  });

  it("forgets what was dropped", () => {
    const { shown, next, glance } = looking();
    next("first");
    vi.advanceTimersByTime(0);
    next("taken back");
    glance.drop();
    vi.advanceTimersByTime(2000);
    next("other");
    vi.advanceTimersByTime(0);
    expect(shown).toEqual(["first", "other"]);
  });
});
