import { describe, expect, it, vi } from "vitest";
import type { Game } from "$games/game";
import { settings } from "$lib/person/settings.svelte";
import { plainGame, tableWith } from "$tests/living.svelte";
import { positionOf, tableOf, viewOf } from "$tests/scene";
import { Controls } from "./controls.svelte";

const END = { action: 7, move: { move: "end" } };

/** A game whose main button ends the turn, if that is among the choices. */
function scene(actions: number[], more: Partial<Game> = {}) {
  const game = plainGame({ main: (choices) => choices.find(({ action }) => action === 7) ?? null, ...more });
  const view = viewOf(0, actions);
  view.choices = view.choices.map((choice) => (choice.action === 7 ? END : choice));
  const table = tableWith({ position: positionOf(1, 0, { view }) }, game);
  const calls = {
    play: vi.spyOn(table, "play").mockReturnValue(),
    skip: vi.spyOn(table, "skip").mockReturnValue(),
    undo: vi.spyOn(table, "undo").mockReturnValue(),
    hint: vi.spyOn(table, "askHint").mockResolvedValue(),
    tell: vi.spyOn(table, "tell").mockReturnValue(),
  };
  return { table, controls: new Controls(table), ...calls };
}

describe("the main button", () => {
  it("makes the game's move and is named after it", () => {
    const { controls, play } = scene([1, 7]);
    expect(controls.mainText).toBe("end");
    expect(controls.mainWorks).toBe(true);
    controls.pressMain();
    expect(play).toHaveBeenCalledWith(7);
  });

  it("says what it waits for", () => {
    const words = { ...plainGame().words, needs: () => "Tap a pile", idle: () => "Take" };
    const { controls, play, tell } = scene([1], { words });
    expect(controls.mainText).toBe("Take");
    expect(controls.mainWorks).toBe(false);
    controls.pressMain();
    expect(tell).toHaveBeenCalledWith({ text: "Tap a pile", rule: null });
    expect(play).not.toHaveBeenCalled();
  });

  it("shows all at once while steps are shown; the key for it plays nothing then", () => {
    const { table, controls, play, skip } = scene([7]);
    table.busy = true;
    vi.spyOn(settings, "pace", "get").mockReturnValue(1);
    expect(controls.skips && controls.mainWorks && !controls.mainPlays).toBe(true);
    controls.pressMain();
    expect(skip).toHaveBeenCalledOnce();
    controls.playMain();
    expect(play).not.toHaveBeenCalled();
  });

  it("does nothing while steps are shown without a pause between them", () => {
    const { table, controls, play, skip } = scene([7]);
    table.busy = true;
    vi.spyOn(settings, "pace", "get").mockReturnValue(0);
    expect(controls.mainWorks).toBe(false);
    controls.pressMain();
    expect(skip).not.toHaveBeenCalled();
    expect(play).not.toHaveBeenCalled();
  });
});

describe("a move that asks twice", () => {
  it("is made after the second yes, and not after a no", () => {
    const { controls, play } = scene([7], { asksTwice: ({ move }) => move === "end" });
    controls.pressMain();
    expect(controls.sure).toEqual(END);
    controls.cancel();
    controls.confirm();
    expect(play).not.toHaveBeenCalled();
    controls.pressMain();
    controls.confirm();
    expect(play).toHaveBeenCalledExactlyOnceWith(7);
    expect(controls.sure).toBeNull();
  });
});

it("nothing is played while something is sent", () => {
  const { table, controls, play } = scene([1, 7]);
  table.sending = true;
  controls.pressMain();
  controls.play(END);
  expect(play).not.toHaveBeenCalled();
});

it("undo waits until all is shown", () => {
  const { table, controls, undo } = scene([1]);
  expect(controls.canUndo).toBe(false);
  controls.undo(); // the table says why not
  expect(undo).toHaveBeenCalledOnce();
  table.busy = true;
  controls.undo();
  expect(undo).toHaveBeenCalledOnce();
});

it("before the first hint of a match the viewer is told what it means", () => {
  const { table, controls, hint } = scene([1]);
  controls.askHint();
  expect(controls.firstHint).toBe(true);
  expect(hint).not.toHaveBeenCalled();
  controls.takeHint();
  expect(controls.firstHint).toBe(false);
  expect(hint).toHaveBeenCalledOnce();
  table.state = { ...table.state, table: tableOf({ hinted: [0] }) };
  controls.askHint();
  expect(controls.firstHint).toBe(false);
  expect(hint).toHaveBeenCalledTimes(2);
});

it("hints are for whoever is asked, at a table that has them", () => {
  const { table, controls, hint } = scene([1]);
  table.state = { ...table.state, table: tableOf({ hinted: [0] }) };
  expect(controls.canAskHint).toBe(true);
  controls.askHint();
  expect(hint).toHaveBeenCalledOnce();
  table.busy = true;
  controls.askHint();
  table.busy = false;
  table.state = { ...table.state, table: tableOf({ settings: { ...tableOf().settings, hints: false } }) };
  controls.askHint();
  expect(hint).toHaveBeenCalledOnce();
});
