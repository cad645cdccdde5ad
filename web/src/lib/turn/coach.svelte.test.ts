import { flushSync } from "svelte";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Tip } from "$games/game";
import { settings } from "$lib/person/settings.svelte";
import { hears, living, plainGame, tableWith } from "$tests/living.svelte";
import { played, positionOf, viewOf } from "$tests/scene";
import { Coach, coachAnew } from "./coach.svelte";

vi.mock("$lib/play/announce", () => ({ announce: vi.fn(), answer: vi.fn() }));

const tip = (key: string, when: Tip["when"] = () => true): Tip => ({ key, when, text: () => key });
const asked = (ply: number, actions = [1]) => positionOf(ply, 0, { view: viewOf(0, actions) });
const scene = (coach: Tip[], position = asked(1)) => {
  const table = tableWith({ position }, plainGame({ coach }));
  const one = living(() => new Coach(table));
  flushSync();
  return { table, coach: one };
};

beforeEach(() => {
  coachAnew();
  settings.now.coach = true;
});

describe("the coach", () => {
  it("begins with the first tip, and goes on when it was read", () => {
    const { coach } = scene([tip("goal"), tip("later", () => false), tip("lay")]);
    expect(coach.tip?.key).toBe("goal");
    coach.dismiss();
    expect(coach.tip?.key).toBe("lay");
    coach.dismiss();
    expect(coach.tip).toBeNull();
  });

  it("speaks at the moment that a tip is for, and never twice", () => {
    const many = tip("many", ({ choices }) => choices.length > 1);
    const { table, coach } = scene([tip("goal"), many]);
    hears(table, played(6, 0, [], asked(2, [1, 2])));
    flushSync();
    expect(coach.tip?.key).toBe("many");
    hears(table, played(7, 0, [], asked(3, [1, 2])));
    flushSync();
    expect(coach.tip).toBeNull();
    expect(scene([tip("goal"), many]).coach.tip).toBeNull();
  });

  it("is silent while others play, and for whoever does not want it", () => {
    expect(scene([tip("goal")], positionOf(1, 1)).coach.tip).toBeNull();
    settings.now.coach = false;
    expect(scene([tip("goal")]).coach.tip).toBeNull();
  });

  it("is done with a game when a match of it is over", () => {
    scene([tip("goal")], positionOf(9, null, { winners: [1] }));
    expect(scene([tip("goal")]).coach.tip).toBeNull();
    coachAnew();
    expect(scene([tip("goal")]).coach.tip?.key).toBe("goal");
  });
});
