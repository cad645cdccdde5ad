import { describe, expect, it } from "vitest";
import { beatsOf, Pace, ROUND_TRIP, type Coming, type Company } from "./pace";
import { played, positionOf } from "$tests/scene";

const beat = (seat: number, weight = 1): Coming => ({ seat, weight });

/** How long a whole trip takes when each beat is known only so far ahead. */
function trip(beats: Coming[], company: Partial<Company>, known = 0): number {
  const pace = new Pace();
  pace.begin();
  const all = { players: 4, seat: 0, complete: false, ...company };
  return beats.reduce((time, one, i) => time + pace.look(one, beats.slice(i + 1, i + 1 + known), all), 0);
}

/** Each of the others makes so many steps. */
const turns = (players: number, steps: number): Coming[] =>
  Array.from({ length: (players - 1) * steps }, (_, i) => beat(1 + Math.floor(i / steps)));

describe("the pace", () => {
  it.each([2, 3, 4, 5, 6, 7])("lets the turns of %i players go by in about four seconds", (players) => {
    for (const steps of [1, 2, 3, 4])
      for (const known of [0, 2, 30])
        expect(trip(turns(players, steps), { players }, known)).toBeLessThanOrEqual(ROUND_TRIP + 400);
  });

  it("takes all the time it has when everything is known", () => {
    const beats = turns(4, 4);
    expect(trip(beats, { complete: true }, beats.length)).toBeCloseTo(ROUND_TRIP);
  });

  it("does not stretch a single step", () => {
    expect(trip([beat(1)], { players: 2, complete: true })).toBe(750);
  });

  it("gives what a seat did not need to those after it", () => {
    const pace = new Pace();
    pace.begin();
    const company = { players: 7, seat: 0, complete: false };
    for (const seat of [1, 2, 3, 4]) pace.look(beat(seat, 0.2), [], company);
    const late = pace.look(beat(5), [], company);
    pace.begin();
    expect(late).toBeGreaterThan(pace.look(beat(5), [], company));
  });

  it("lets no step go by unseen, but for one that needs no look", () => {
    const pace = new Pace();
    const company = { players: 3, seat: 0, complete: false };
    for (let i = 0; i < 60; i++) pace.look(beat(1), [], company);
    expect(pace.look(beat(1), [], company)).toBeGreaterThan(50);
    expect(pace.look(beat(1, 0), [], company)).toBe(0);
  });

  it("shows the viewer for longer what was done without asking them, and does not count it", () => {
    const pace = new Pace();
    const company = { players: 2, seat: 0, complete: true };
    expect(pace.look(beat(0), [], company)).toBeGreaterThan(1000);
    expect(pace.look(beat(1), [], company)).toBe(750);
  });

  it("keeps up for a spectator", () => {
    const pace = new Pace();
    const company = { players: 4, seat: null, complete: false };
    expect(pace.look(beat(1), [], company)).toBe(750);
    expect(pace.look(beat(1), turns(4, 4), company)).toBeLessThan(300);
  });
});

it("puts equal steps of a seat together", () => {
  const events = [1, 1, 2].map((seat) => ({ event: "drew", seat }));
  const message = played(1, 1, [...events, { event: "laid", seat: 2 }], positionOf(1, 1));
  const beats = beatsOf(message, (a, b) => a.event === b.event);
  expect(beats.map((steps) => steps.length)).toEqual([2, 1, 1]);
});
