import { describe, expect, it } from "vitest";
import type { Hint } from "$lib/wire";
import { adviceText, advise } from "./advice";

const hint = (action: number, win: number, gap_error = 0.003): Hint => ({
  action,
  move: { move: `m${action}` },
  win,
  win_error: 0.02,
  points: 0,
  points_error: 0,
  gap_error,
  reasons: [],
});
const text = (hints: Hint[]) =>
  adviceText(
    advise(hints),
    (one) => one.move.move,
    () => "it is good",
  );

describe("advice", () => {
  it("lists no move with a higher figure below one with a lower one", () => {
    const shown = advise([hint(1, 0.5, 0.02), hint(2, 0.3), hint(3, 0.51, 0.02), hint(4, 0.44), hint(5, 0.1)]);
    const figures = shown.map((one) => one.percent);
    expect([...figures].sort((a, b) => b - a)).toEqual(figures);
    expect(shown[0]?.hint.action).toBe(1);
  });

  it("gives moves that cannot be told apart the same figure", () => {
    const [first, second] = advise([hint(1, 0.48, 0.02), hint(2, 0.5, 0.02)]);
    expect([first?.percent, second?.percent, second?.gap]).toEqual([49, 49, "same"]);
  });

  it("calls a difference one only beyond two errors, and says how far the figures may be off", () => {
    const [first, second, third] = advise([hint(1, 0.5, 0), hint(2, 0.46, 0.01), hint(3, 0.45, 0.03)]);
    expect([second?.hint.action, second?.gap, third?.gap]).toEqual([3, "same", "little"]);
    expect([first?.margin, second?.margin, third?.margin]).toEqual([4, 6, 2]);
  });

  it("shows a worse move with less, however it is rounded", () => {
    const [first, second] = advise([hint(1, 0.504, 0.001), hint(2, 0.49, 0.001)]);
    expect(second!.percent).toBeLessThan(first!.percent);
  });

  it("tells how much better the best is in words", () => {
    expect(text([hint(1, 0.5)])).toMatch(/m1.*only/);
    expect(text([hint(1, 0.5), hint(2, 0.499)])).toMatch(/m1 or m2.*too close to call.*it is good/);
    expect(text([hint(1, 0.5), hint(2, 0.499), hint(3, 0.501)])).toMatch(/m1.*others are as good/);
    expect(text([hint(1, 0.5), hint(2, 0.47)])).toMatch(/m1, a little better/);
    expect(text([hint(1, 0.5), hint(2, 0.4)])).toMatch(/m1, better/);
    expect(text([hint(1, 0.5), hint(2, 0.2)])).toMatch(/m1, much better/);
    expect(text([])).toBe("");
  });
});
