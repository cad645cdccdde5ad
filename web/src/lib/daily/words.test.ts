import { describe, expect, it } from "vitest";
import type { DailyResult, TableInfo } from "$lib/wire";
import { barsOf, dayAfter, leadIn, leadOf, leadText, nameOfDeal, resultLink, shareText } from "./words";

const result = (counts: [number, number][], more: Partial<DailyResult> = {}): DailyResult => ({
  day: "2026-11-18",
  game: "some_game",
  own: { table: "t", over: true, counted: true, points: 5, lead: 14, rank: 1 },
  counts: counts.map(([lead, people]) => ({ lead, people })),
  people: counts.reduce((sum, [, people]) => sum + people, 0),
  better_than: 0.63,
  expert_lead: null,
  expert_comes: false,
  ...more,
});

describe("the deal of the day in words", () => {
  it("tells a lead, a tie and what was missing", () => {
    expect([leadText(14), leadText(0), leadText(-3)]).toEqual(["ahead by 14", "level with the best", "3 behind"]);
    expect(leadOf([-3, 0, 4, -9], 0)).toBe(-7);
    expect(leadOf([5, 5], 1)).toBe(0);
  });

  it("leads to everybody's results; a try that counts nowhere brings its own", () => {
    const info = (counted: boolean) =>
      ({ daily: { day: "2026-11-18", counted }, settings: { game: "some_game" } }) as TableInfo;
    expect(resultLink(info(true), [1, 4], 0)).toBe("/daily/2026-11-18/some_game");
    const link = resultLink(info(false), [1, 4], 0);
    expect(link).toBe("/daily/2026-11-18/some_game?lead=-3");
    expect(leadIn(link.slice(link.indexOf("?")))).toBe(-3);
    expect([leadIn(""), leadIn("?lead=x"), leadIn("?lead=99999")]).toEqual([null, null, null]);
  });

  it("counts days over the ends of months", () => {
    expect([dayAfter("2026-12-31"), dayAfter("2028-03-01", -1)]).toEqual(["2027-01-01", "2028-02-29"]);
    expect(nameOfDeal("2026-11-18", "some_game")).toBe("daily:2026-11-18:some_game");
  });

  it("shares how one did, and no card", () => {
    const text = shareText(result([[14, 1]]), "Some game", "18 November 2026", "http://tafel.example");
    expect(text.split("\n")).toEqual([
      "Elftafel · Some game · 18 November 2026",
      "ahead by 14",
      "🟩🟩🟩🟩🟩🟩⬜⬜⬜⬜",
      "Better than 63% of the others.",
      "http://tafel.example/daily",
    ]);
    const alone = shareText(result([[14, 1]], { better_than: null }), "Some game", "today", "http://tafel.example");
    expect(alone.split("\n")).toHaveLength(3);
  });

  it("gathers everybody in at most a dozen bars", () => {
    const bars = barsOf(
      result(
        [
          [-60, 2],
          [-3, 1],
          [14, 4],
          [30, 1],
        ],
        { expert_lead: 31 },
      ),
      14,
    );
    expect(bars.length).toBeLessThanOrEqual(12);
    expect(bars.reduce((sum, bar) => sum + bar.people, 0)).toBe(8);
    expect(bars.filter((bar) => bar.own).map((bar) => bar.people)).toEqual([4]);
    expect(bars.filter((bar) => bar.expert)).toHaveLength(1);
    expect(bars.every((bar, i) => !i || bar.from === bars[i - 1]!.to + 1)).toBe(true);
    expect(barsOf(result([]), null)).toEqual([]);
    expect(barsOf(result([[4, 1]]), 4)).toEqual([{ from: 4, to: 4, people: 1, own: true, expert: false }]);
  });
});
