import { describe, expect, it } from "vitest";
import { fanOf, spotIn, SURE, type Room } from "./fan";

const phone: Room = { width: 344, height: 124, ratio: 4 / 3, gap: 6, small: 34 };
const desk: Room = { width: 1000, height: 180, ratio: 4 / 3, gap: 8, small: 44 };

/** What is taken by all of it, in pixels. */
const size = (count: number, room: Room) => {
  const fan = fanOf(count, room);
  return {
    width: (Math.min(count, fan.across) - 1) * fan.pitch + fan.card,
    height: (fan.lines - 1) * fan.drop + fan.card * room.ratio,
  };
};

describe("a fan", () => {
  it("of few cards is one line of large ones", () => {
    const fan = fanOf(4, phone);
    expect(fan).toMatchObject({ lines: 1, tight: false, scrolls: false });
    expect(fan.card).toBeGreaterThan(75);
  });

  it.each([1, 5, 11, 20, 30, 40])("of %i cards stays in its place", (count) => {
    for (const room of [phone, desk]) {
      const fan = fanOf(count, room);
      expect(fan.scrolls).toBe(false);
      expect(size(count, room).width).toBeLessThanOrEqual(room.width + 0.01);
      expect(size(count, room).height).toBeLessThanOrEqual(room.height + 0.01);
      expect(fan.pitch).toBeGreaterThanOrEqual(28);
      if (fan.lines > 1) expect(fan.drop).toBeGreaterThanOrEqual(28);
    }
  });

  it("that a finger hits surely says so", () => {
    for (let count = 1; count <= 40; count++) {
      const fan = fanOf(count, phone);
      expect(fan.tight).toBe(Math.min(fan.pitch, fan.drop) < SURE - 0.01);
    }
  });

  it("of very many cards scrolls, and shows enough of each", () => {
    const fan = fanOf(70, phone);
    expect(fan.scrolls).toBe(true);
    expect(fan.pitch).toBe(28);
    expect(size(70, phone).height).toBeLessThanOrEqual(phone.height + 0.01);
  });

  it("of things that must be seen whole has them side by side", () => {
    for (const count of [5, 11, 15, 19]) {
      const fan = fanOf(count, { ...phone, ratio: 1.2, whole: true });
      expect(fan.pitch).toBeGreaterThan(fan.card);
      expect(fan.drop).toBeGreaterThan(fan.card * 1.2);
    }
    expect(fanOf(45, { ...phone, ratio: 1.2, whole: true }).pitch).toBeGreaterThanOrEqual(28);
  });

  it("of no cards is no trouble", () => expect(fanOf(0, phone).lines).toBe(1));

  it("lies around the middle", () => {
    const fan = fanOf(5, desk);
    const first = spotIn(fan, 5, 0);
    const last = spotIn(fan, 5, 4);
    expect(first.x).toBeCloseTo(-(last.x + fan.card));
    expect(spotIn(fan, 5, 2).turn).toBe(0);
  });

  it("in several lines begins each of them at the same edge", () => {
    const fan = fanOf(19, phone);
    expect(fan.lines).toBeGreaterThan(1);
    expect(spotIn(fan, 19, fan.across).x).toBeCloseTo(spotIn(fan, 19, 0).x);
  });
});
