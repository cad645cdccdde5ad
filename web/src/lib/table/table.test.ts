import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { announce } from "$lib/play/announce";
import type { AnyEvent, View } from "$lib/wire";
import { plainGame, tableWith } from "$tests/living.svelte";
import { FREE, happened, played, positionOf, seated, tableOf, viewOf, welcomeOf } from "$tests/scene";

vi.mock("$lib/play/announce", () => ({ announce: vi.fn(), answer: vi.fn() }));

const laid = (seat: number): AnyEvent => ({ event: "laid", seat });
const bots = tableOf({
  status: "playing",
  chairs: [seated("ana", "Ana"), { ...FREE, bot: "casual" }, { ...FREE, bot: "casual" }],
});

interface Counting extends View {
  table: View["table"] & { lies: number };
}

/** A game in which the table counts what was laid. */
const counting = plainGame({
  advance: (view) => ({ ...view, table: { ...view.table, lies: (view as Counting).table.lies + 1 } }) as View,
  before: (view, events) => ({ ...view, table: { ...view.table, lies: -events.length } }) as View,
  together: (a, b) => a.event === "drew" && b.event === "drew",
});

function scene() {
  const table = tableWith({ table: bots, position: positionOf(1, 1) }, counting);
  table["known"] = table.state;
  return { table, hear: (message: Parameters<(typeof table)["hear"]>[0]) => table["hear"](message) };
}

const lies = (table: { view: View }) => (table.view as Counting).table.lies;

describe("a table", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => {
    vi.useRealTimers();
    vi.mocked(announce).mockClear();
  });

  it("shows of a new round only what was told", async () => {
    const { table, hear } = scene();
    const view = { ...viewOf(0, [1]), table: { ...viewOf(0).table, lies: 0 } };
    hear(happened(7, { kind: "dealt", events: [laid(1), laid(2)], position: positionOf(2, 0, { view }) }));
    await vi.advanceTimersByTimeAsync(0);
    expect(lies(table)).toBe(-1);
    expect(vi.mocked(announce).mock.calls).toHaveLength(1);
    expect(table.state.lines.map((line) => line.kind)).toEqual(["note"]);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(lies(table)).toBe(0);
    expect(table.state.lines.map((line) => line.kind)).toEqual(["note", "turn", "turn"]);
    expect(table.isAsked).toBe(true);
  });

  it("needs one tap to come to the own turn, however slowly bots play", async () => {
    const { table, hear } = scene();
    hear(played(6, 1, [laid(1)], positionOf(2, 1)));
    await vi.advanceTimersByTimeAsync(0);
    expect(table.busy).toBe(true);
    table.skip();
    await vi.advanceTimersByTimeAsync(0);
    expect(table.busy).toBe(false);
    expect(table.canSkip).toBe(true);
    await vi.advanceTimersByTimeAsync(5000);
    hear(played(7, 1, [laid(1), laid(2)], positionOf(3, 2)));
    hear(played(8, 2, [laid(2), laid(2)], positionOf(4, 0, { view: viewOf(0, [1]) })));
    await vi.advanceTimersByTimeAsync(0);
    expect(table.isAsked).toBe(true);
    hear(played(9, 0, [laid(0), laid(1)], positionOf(5, 1)));
    await vi.advanceTimersByTimeAsync(0);
    expect(table.busy).toBe(true); // the next turns are shown again
  });

  it("tells equal steps once", async () => {
    const { hear } = scene();
    const drew = { event: "drew", seat: 1 };
    hear(played(6, 1, [drew, drew, drew], positionOf(2, 2)));
    await vi.advanceTimersByTimeAsync(5000);
    expect(announce).toHaveBeenCalledOnce();
  });

  it("says that something was taken back", async () => {
    const { hear } = scene();
    hear(happened(6, { kind: "undone", seat: 0, position: positionOf(1, 0) }));
    await vi.advanceTimersByTimeAsync(0);
    expect(vi.mocked(announce).mock.calls.at(-1)?.[0]).toMatch(/You: took that back/);
  });

  it("takes a welcome in", async () => {
    const { table, hear } = scene();
    hear(welcomeOf({ table: bots, position: positionOf(4, 2) }));
    await vi.advanceTimersByTimeAsync(0);
    expect(table.state.position?.ply).toBe(4);
  });
});
