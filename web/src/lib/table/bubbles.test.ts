import { describe, expect, it } from "vitest";
import { plainGame } from "$tests/living.svelte";
import { played, positionOf, welcomeOf } from "$tests/scene";
import type { FromServer } from "$lib/wire";
import { bubblesOf } from "./bubbles";
import { NOTHING, reduce } from "./reducer";

const step = (event: string, seat: number) => ({ event, seat });
const game = plainGame();
const say = { name: (seat: number) => `S${seat}`, seat: 0 };

function told(messages: FromServer[], steps = [] as ReturnType<typeof step>[], seat: number | null = 0) {
  const { lines } = [welcomeOf(), ...messages].reduce(reduce, NOTHING);
  const bubbles = bubblesOf({ lines, steps, seat, players: 3 }, game.words, say);
  return Object.fromEntries([...bubbles].map(([who, bubble]) => [who, bubble.parts.join("")]));
}

const mine = played(6, 0, [step("laid", 0)], positionOf(2, 1));
const bo = played(7, 1, [step("drew", 1)], positionOf(3, 1));
const boMore = played(8, 1, [step("laid", 1)], positionOf(4, 2));

describe("bubbles", () => {
  it("tell each seat's last turn since the viewer's own", () => {
    expect(told([mine, bo, boMore])).toEqual({ 1: "drew, laid" });
  });

  it("are gone once the viewer has decided", () => {
    expect(told([mine, bo, boMore, played(9, 0, [step("laid", 0)], positionOf(5, 1))])).toEqual({});
  });

  it("grow with the steps that are being shown", () => {
    expect(told([mine, bo], [step("laid", 1)])).toEqual({ 1: "drew, laid" });
    expect(told([mine, bo, boMore], [step("passed", 1), step("drew", 1)])).toEqual({ 1: "passed, drew" });
  });

  it("tell the viewer what their seat did without a choice", () => {
    const forced = played(7, 1, [step("laid", 1), step("drew", 0)], positionOf(3, 1));
    expect(told([mine, forced])).toEqual({ 1: "laid", 0: "drew" });
  });

  it("tell a spectator one turn of each seat", () => {
    expect(told([mine, bo, boMore], [], null)).toEqual({ 0: "laid", 1: "drew, laid" });
  });
});
