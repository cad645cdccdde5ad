import { flushSync } from "svelte";
import { afterEach, expect, it, vi } from "vitest";
import { loadLesson, NAMES } from "$games";
import { plainGame } from "$tests/living.svelte";
import type { LiveSpot } from "$lib/wire";
import { m } from "$words";
import { Spot, type Outcome } from "./spot.svelte";

// How a game is drawn takes long to load, and is no matter here.
vi.mock("$games", async (original) => ({ ...(await original<object>()), load: () => Promise.resolve(plainGame()) }));
vi.mock("$lib/play/announce", () => ({ announce: vi.fn(), answer: vi.fn() }));

let open: Spot | null = null;
afterEach(() => open?.close());

/** The first position of a lesson where several moves are allowed; the one of the lesson is right. */
async function begin(): Promise<{ spot: Spot; right: number; wrong: number[]; ended: Outcome[] }> {
  const steps = (await Promise.all(NAMES.map((game) => loadLesson(game, "first")))).flatMap((one) => one ?? []);
  const step = steps.find((one) => one.position && one.position.view.choices.length > 2)!;
  const right = Number(Object.keys(step.then)[0]);
  const wrong = step.position!.view.choices.map(({ action }) => action).filter((action) => action !== right);
  const found: LiveSpot = {
    game: NAMES[0]!,
    options: step.options,
    seat: step.seat,
    chairs: Array.from({ length: step.players }, (_, seat) => ({
      person: null,
      name: seat ? "Ben" : "Ana",
      bot: null,
      stand_in: null,
      nonce: "",
    })),
    rounds: 2,
    position: step.position!,
    best: right,
    then: step.then,
    why: [],
    others: {},
    refused: step.refused,
  };
  const ended: Outcome[] = [];
  const spot = new Spot(found, { decided: (outcome) => ended.push(outcome) });
  open = spot;
  spot.isSilent = true;
  spot.begin();
  await vi.waitFor(() => {
    flushSync();
    expect(spot.said).not.toBeNull();
  });
  return { spot, right, wrong, ended };
}

it("is solved by a right move, even after a wrong one", async () => {
  const { spot, right, wrong, ended } = await begin();
  expect(spot.said).toBe(m.spot_ask());
  spot.play(wrong[0]!);
  expect(spot.told?.text).toContain(m.spot_again());
  expect(spot.hint).toBeNull();
  spot.play(right);
  expect(ended).toEqual([{ right: true, tries: 1, action: wrong[0] }]);
  await vi.waitFor(() => expect(spot.said).toContain(m.lesson_right()));
  expect(spot.mayAct).toBe(false);
});

it("shows the answer after two wrong tries, and takes no third", async () => {
  const { spot, right, wrong, ended } = await begin();
  spot.whyNot({ move: "unheard of" }, "here");
  for (const action of wrong.slice(0, 2)) spot.play(action);
  expect(spot.told?.text).not.toContain(m.spot_again());
  expect(ended).toEqual([{ right: false, tries: 2, action: wrong[0] }]);
  expect(spot.hint?.action).toBe(right);
  expect(spot.said).toBe(spot.answerText);
  spot.play(right);
  await spot.askHint();
  expect(ended).toHaveLength(1);
});

it("shows the answer on demand", async () => {
  const { spot, right, ended } = await begin();
  await spot.askHint();
  expect(ended).toEqual([{ right: false, tries: 0, action: null }]);
  expect(spot.hint?.action).toBe(right);
});
