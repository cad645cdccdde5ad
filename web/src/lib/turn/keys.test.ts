import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { answer } from "$lib/play/announce";
import { hears, plainGame, tableWith } from "$tests/living.svelte";
import { FREE, played, positionOf, seated, tableOf, viewOf } from "$tests/scene";
import { Controls } from "./controls.svelte";
import { keysOf, press } from "./keys";

vi.mock("$lib/play/announce", () => ({ announce: vi.fn(), answer: vi.fn() }));

describe("the space bar", () => {
  it("goes to the own turn, but presses a button that has the focus", () => {
    document.body.innerHTML = `<div id="root"><p id="bare" tabindex="-1"></p><button id="in"></button></div>`;
    const skip = vi.fn();
    const strike = (where: string) => {
      const event = new KeyboardEvent("keydown", { key: " ", cancelable: true });
      Object.defineProperty(event, "target", { value: document.querySelector(where) });
      press(event, { " ": skip }, document.querySelector("#root")!);
    };
    strike("#in");
    expect(skip).not.toHaveBeenCalled();
    strike("#bare");
    expect(skip).toHaveBeenCalledOnce();
    document.body.innerHTML = "";
  });
});

describe("a key", () => {
  const act = vi.fn();
  let root: HTMLElement;
  beforeEach(() => {
    act.mockReset();
    document.body.innerHTML = `<h1>Title</h1><button id="out"></button>
      <div id="root"><button id="in"></button><input id="text"><dialog><button id="sure"></button></dialog></div>`;
    root = document.querySelector("#root")!;
  });
  afterEach(() => void (document.body.innerHTML = ""));

  function strike(where: string, key = "t", more: KeyboardEventInit = {}): KeyboardEvent {
    const event = new KeyboardEvent("keydown", { key, cancelable: true, ...more });
    Object.defineProperty(event, "target", { value: document.querySelector(where) });
    press(event, { t: act }, root);
    return event;
  }

  it("counts at the table and at the title", () => {
    expect(strike("#in").defaultPrevented).toBe(true);
    strike("h1");
    expect(act).toHaveBeenCalledTimes(2);
  });

  it("does not count elsewhere, in a field or a dialog, with a modifier, or without a meaning", () => {
    for (const where of ["#out", "#text", "#sure"]) strike(where);
    strike("#in", "t", { ctrlKey: true });
    expect(strike("#in", "x").defaultPrevented).toBe(false);
    expect(act).not.toHaveBeenCalled();
  });
});

describe("the keys of the table", () => {
  function scene() {
    const words = { ...plainGame().words, read: () => "the whole position" };
    const table = tableWith(
      {
        table: tableOf({ chairs: [seated("ana", "Ana"), seated("bo", "Bo"), FREE] }),
        position: positionOf(1, 0, { view: viewOf(0, [1]), totals: [3, -4, 0] }),
      },
      plainGame({ words, main: (choices) => choices[0] ?? null }),
    );
    return { table, keys: keysOf(table, new Controls(table)) };
  }
  const said = () => vi.mocked(answer).mock.lastCall?.[0];

  it("read the position, the last turn and the points", () => {
    const { table, keys } = scene();
    keys["t"]!();
    expect(said()).toBe("the whole position");
    keys["l"]!();
    const nothing = said();
    const steps = ["drew", "laid"].map((event) => ({ event, seat: 1 }));
    hears(table, played(6, 1, steps, table.state.position));
    keys["l"]!();
    expect(said()).not.toBe(nothing);
    expect(said()).toMatch(/Bo.*drew, laid/);
    keys["s"]!();
    expect(said()).toMatch(/3.*Bo.*4/);
  });

  it("undo, play and ask for hints", () => {
    const { table, keys } = scene();
    const play = vi.spyOn(table, "play").mockReturnValue();
    const undo = vi.spyOn(table, "undo").mockReturnValue();
    const hint = vi.spyOn(table, "askHint").mockResolvedValue();
    table.state = { ...table.state, table: tableOf({ hinted: [0] }) };
    keys["e"]!();
    keys["u"]!();
    keys["h"]!();
    expect(play).toHaveBeenCalledWith(1);
    expect(undo).toHaveBeenCalledOnce();
    expect(hint).toHaveBeenCalledOnce();
  });
});
