import { tick } from "svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { changing, living } from "$tests/living.svelte";
import { rowsWith } from "$tests/rows";
import type { Row, RowsBoard } from "./rows";
import { Walker } from "./walker.svelte";

let box: HTMLElement;
const find = (selector: string) => document.querySelector<HTMLElement>(selector)!;
const at = () => (document.activeElement as HTMLElement).dataset["place"] ?? document.activeElement?.id;

beforeEach(() => {
  const keys = rowsWith({}).flatMap((row) => row.places.map((place) => place.key));
  document.body.innerHTML = `
    <div id="box">${keys.map((key) => `<button data-place="${key}"></button>`).join("")}</div>
    <div class="hand" role="toolbar"><button id="card" tabindex="0"></button></div><button id="other"></button>`;
  box = find("#box");
});
afterEach(() => void (document.body.innerHTML = ""));

function scene(first: Row[] = rowsWith({})) {
  const rows = changing(first);
  const board: RowsBoard = {
    get rows() {
      return rows.now;
    },
    centre: 10,
  };
  const wishes = { cancel: vi.fn(), explain: vi.fn() };
  const walker = living(() => new Walker(board, () => box, wishes));
  const strike = (key: string, more: KeyboardEventInit = {}) =>
    walker.keydown(new KeyboardEvent("keydown", { key, ...more }));
  return { walker, rows, ...wishes, strike };
}
const offered = rowsWith({
  lit: [
    [1, 4],
    [3, 2],
  ],
});

describe("keys", () => {
  it("go from place to place", () => {
    const { walker, strike } = scene();
    expect(walker.stop).toBe("0-10");
    strike("ArrowDown");
    expect(walker.stop).toBe("1-10");
    expect(at()).toBe("1-10");
    walker.note("2-3");
    strike("ArrowRight");
    expect(at()).toBe("2-4");
    strike("ArrowRight", { ctrlKey: true });
    expect(at()).toBe("2-4");
  });

  it("explain a place, and take a choice back if there is one", () => {
    const { rows, cancel, explain, strike } = scene();
    strike("i");
    expect(explain).toHaveBeenCalledWith(expect.objectContaining({ key: "0-10" }));
    strike("Escape");
    expect(cancel).not.toHaveBeenCalled();
    rows.now = offered;
    strike("Escape");
    expect(cancel).toHaveBeenCalledOnce();
  });
});

describe("offered places", () => {
  it("get the focus of the own cards, which get it back", async () => {
    const { walker, rows } = scene();
    find("#card").focus();
    rows.now = offered;
    expect(walker.isChoosing).toBe(true);
    await tick();
    expect(at()).toBe("1-4");
    rows.now = rowsWith({});
    await tick();
    expect(at()).toBe("card");
  });

  it("take the focus from nothing else", async () => {
    const { rows } = scene();
    find("#other").focus();
    rows.now = offered;
    await tick();
    expect(at()).toBe("other");
    rows.now = rowsWith({});
    await tick();
    expect(at()).toBe("other");
  });
});
