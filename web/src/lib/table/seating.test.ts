import { describe, expect, it } from "vitest";
import { FREE, seated } from "$tests/scene";
import { chairPlaces, freeSeats, hasCompany, sidesOf } from "./seating";

const bot = { ...FREE, bot: "easy" };

it("a seat is free if neither a person nor a bot sits there", () => {
  expect(freeSeats([seated("ana", "Ana"), FREE, bot, FREE])).toEqual([1, 3]);
});

it("company is another person who plays themselves", () => {
  const ana = seated("ana", "Ana");
  expect(hasCompany([ana, bot, FREE], 0)).toBe(false);
  expect(hasCompany([ana, seated("bo", "Bo"), FREE], 0)).toBe(true);
  expect(hasCompany([ana, seated("bo", "Bo", { stand_in: "easy" })], 0)).toBe(false);
  expect(hasCompany([ana, bot], null)).toBe(true);
});

describe("sides", () => {
  it("go clockwise from the seat after the viewer's own", () => {
    expect(sidesOf(4, 1, { own: false, around: false })).toEqual({ left: [], top: [2, 3, 0, 1], right: [], own: [] });
    expect(sidesOf(4, 1, { own: true, around: false })).toEqual({ left: [], top: [2, 3, 0], right: [], own: [1] });
    expect(sidesOf(4, 1, { own: true, around: true })).toEqual({ left: [2], top: [3], right: [0], own: [1] });
  });

  it("are in order for a spectator, who has no own", () => {
    expect(sidesOf(3, null, { own: true, around: false }).top).toEqual([0, 1, 2]);
    expect(sidesOf(3, null, { own: true, around: true })).toEqual({ left: [0], top: [1], right: [2], own: [] });
  });

  it("need two others", () => {
    expect(sidesOf(2, 0, { own: true, around: true })).toEqual({ left: [], top: [1], right: [], own: [0] });
    expect(sidesOf(3, 0, { own: true, around: true })).toEqual({ left: [1], top: [], right: [2], own: [0] });
  });
});

describe("chairs around the table", () => {
  it("puts the viewer in front and the next one at their left", () => {
    const places = chairPlaces(4, 2);
    expect(places[2]).toEqual({ x: 50, y: 100 });
    expect(places[3]).toEqual({ x: 0, y: 50 });
    expect(places[0]).toEqual({ x: 50, y: 0 });
    expect(places[1]).toEqual({ x: 100, y: 50 });
  });

  it("gives every chair a place of its own, for a spectator too", () => {
    for (let count = 2; count <= 7; count++) {
      const places = chairPlaces(count, null).map(({ x, y }) => `${x} ${y}`);
      expect(new Set(places).size).toBe(count);
      expect(places[0]).toBe("50 100");
    }
  });
});
