import { describe, expect, it } from "vitest";
import { freshEvents, NOTHING, reduce, type TableState, unchosen } from "./reducer";
import { FREE, happened, played, positionOf, seated, tableOf, welcomeOf } from "$tests/scene";
import type { AnyEvent, FromServer } from "$lib/wire";

const after = (...messages: FromServer[]): TableState => messages.reduce(reduce, NOTHING);
const laid = (seat: number): AnyEvent => ({ event: "laid", seat });
const drew = (seat: number): AnyEvent => ({ event: "drew", seat });

describe("what a welcome tells", () => {
  it("is everything", () => {
    const state = after(welcomeOf({ position: positionOf(3, 1) }));
    expect(state.n).toBe(5);
    expect(state.seat).toBe(0);
    expect(state.position?.ply).toBe(3);
    expect(state.table?.code).toBe("ABCDEF");
  });

  it("replaces what was known, but not what was said at the same table", () => {
    const chat = happened(6, { kind: "chatted", person: "bo", name: "Bo", text: "hi", spectator: false });
    const state = after(welcomeOf(), chat, welcomeOf({ n: 9 }));
    expect(state.n).toBe(9);
    expect(state.said.map((line) => line.text)).toEqual(["hi"]);
  });

  it("has a log of what was before", () => {
    const state = after(welcomeOf({ recent: [played(4, 1, [laid(1)], null), played(5, 1, [laid(1)], null)] }));
    expect(state.lines).toHaveLength(1);
    expect(state.lines[0]).toMatchObject({ kind: "turn", seat: 1 });
  });
});

describe("events", () => {
  it("that are known already change nothing", () => {
    const state = after(welcomeOf());
    expect(reduce(state, happened(5, { kind: "vacated", seat: 0, removed: false }))).toBe(state);
  });

  it("without a body only move the number on", () => {
    const state = after(welcomeOf(), happened(6, null));
    expect(state.n).toBe(6);
    expect(state.lines).toEqual([]);
  });

  it("bring the table whole: people, bots, the host, who is ready", () => {
    const chairs = [
      seated("ana", "Ana"),
      seated("bo", "Bo", { stand_in: "casual" }),
      { ...FREE, bot: "easy", name: "Bot 3" },
    ];
    const table = tableOf({ chairs, host: "bo", status: "playing", ready: [2, 0], deals_at: 99 });
    const state = after(welcomeOf(), happened(6, { kind: "bot_seated", seat: 2, level: "easy" }, table));
    expect(state.table).toEqual(table);
    expect(state.seat).toBe(0);
  });

  it("leave the table as it is if they bring none", () => {
    const state = after(welcomeOf(), happened(6, { kind: "readied", seat: 1 }));
    expect(state.table).toEqual(tableOf());
  });

  it("bring it without a body too", () => {
    expect(after(welcomeOf(), happened(6, null, tableOf({ host: "bo" }))).table?.host).toBe("bo");
  });

  it("move a person who takes another seat, or leaves it", () => {
    const moved = tableOf({ chairs: [FREE, FREE, seated("ana", "Ana")] });
    const state = after(welcomeOf(), happened(6, { kind: "seated", seat: 2, person: "ana", name: "Ana" }, moved));
    expect(state.seat).toBe(2);
    const left = tableOf({ chairs: [FREE, FREE, FREE] });
    expect(reduce(state, happened(7, { kind: "vacated", seat: 2, removed: false }, left)).seat).toBeNull();
  });

  it("give someone without a name no seat", () => {
    const open = tableOf({ chairs: [FREE, seated("bo", "Bo"), FREE] });
    const state = after(
      welcomeOf({ person: null, seat: null }),
      happened(6, { kind: "vacated", seat: 0, removed: false }, open),
    );
    expect(state.seat).toBeNull();
  });

  it("bring position and table at once", () => {
    const over = tableOf({ status: "over" });
    const state = after(welcomeOf(), {
      ...played(6, 1, [laid(1)], positionOf(1, null, { winners: [1] })),
      table: over,
    });
    expect(state.table?.status).toBe("over");
    expect(state.position?.ply).toBe(1);
  });

  it("lead to the next table", () => {
    const state = after(welcomeOf(), happened(6, { kind: "rematched", table: "t2" }, tableOf({ rematch: "t2" })));
    expect(state.next).toBe("t2");
  });
});

describe("what a seat did without a choice", () => {
  const ended = (seat: number): AnyEvent => ({ event: "turn_ended", seat });

  it("is all since it last decided", () => {
    const state = after(
      welcomeOf(),
      played(6, 0, [laid(0), ended(0)], positionOf(1, 1)),
      played(7, 1, [laid(1), ended(1), drew(0), laid(0)], positionOf(2, 2)),
      played(8, 2, [laid(2), ended(2), drew(0)], positionOf(3, 1)),
    );
    expect(unchosen(state.lines, 0)).toEqual([drew(0), laid(0), drew(0)]);
    expect(unchosen(state.lines, 1)).toEqual([]);
    expect(unchosen(reduce(state, played(9, 0, [laid(0)], positionOf(4, 0))).lines, 0)).toEqual([]);
  });

  it("may follow its own decision, if nobody between has a choice", () => {
    const state = after(welcomeOf(), played(6, 0, [laid(0), ended(0), drew(1), ended(1), drew(0)], positionOf(1, 1)));
    expect(unchosen(state.lines, 0)).toEqual([drew(0)]);
  });

  it("does not reach into the round before", () => {
    const state = after(
      welcomeOf(),
      played(6, 1, [laid(1), drew(0)], positionOf(1, 1)),
      happened(7, { kind: "dealt", events: [], position: positionOf(2, 0) }),
    );
    expect(unchosen(state.lines, 0)).toEqual([]);
  });
});

describe("the log", () => {
  it("has one line a turn", () => {
    const state = after(
      welcomeOf(),
      played(6, 1, [laid(1)], positionOf(1, 1)),
      played(7, 1, [laid(1)], positionOf(2, 1)),
      played(8, 1, [{ event: "turn_ended", seat: 1 }], positionOf(3, 2)),
      played(9, 2, [laid(2)], positionOf(4, 2)),
    );
    expect(state.lines.map((line) => line.kind === "turn" && line.seat)).toEqual([1, 2]);
  });

  it("gives steps of the next seat a line of their own", () => {
    const state = after(
      welcomeOf(),
      played(6, 1, [{ event: "turn_ended", seat: 1 }, drew(2), drew(2)], positionOf(1, 0)),
    );
    expect(state.lines.map((line) => line.kind === "turn" && line.seat)).toEqual([1, 2]);
  });

  it("forgets a step that was taken back", () => {
    const state = after(
      welcomeOf(),
      played(6, 0, [laid(0)], positionOf(1, 0)),
      played(7, 0, [laid(0)], positionOf(2, 0)),
      happened(8, { kind: "undone", seat: 0, position: positionOf(3, 0) }),
    );
    expect(state.lines).toMatchObject([{ decisions: [{ n: 6 }] }]);
    const all = reduce(state, happened(9, { kind: "undone", seat: 0, position: positionOf(4, 0) }));
    expect(all.lines).toEqual([]);
  });
});

describe("what is fresh", () => {
  const base = [
    welcomeOf(),
    played(6, 0, [laid(0)], positionOf(1, 1)),
    played(7, 1, [laid(1)], positionOf(2, 2)),
    played(8, 2, [laid(2)], positionOf(3, 0)),
  ];

  it("is what happened since the own turn", () => {
    expect(freshEvents(after(...base).lines, 0, 3).map((event) => event.seat)).toEqual([1, 2]);
  });

  it("stays while the own turn runs, with its own steps", () => {
    const state = after(...base, played(9, 0, [laid(0)], positionOf(4, 0)));
    expect(freshEvents(state.lines, 0, 3).map((event) => event.seat)).toEqual([1, 2, 0]);
  });

  it("has the own draws that somebody else's step made necessary", () => {
    const state = after(...base, played(9, 0, [laid(0)], positionOf(4, 1)), played(10, 2, [drew(0)], positionOf(5, 1)));
    expect(freshEvents(state.lines, 0, 3).map((event) => event.event)).toEqual(["drew"]);
  });

  it("is one turn of each seat for spectators", () => {
    expect(freshEvents(after(...base).lines, null, 3).map((event) => event.seat)).toEqual([0, 1, 2]);
  });

  it("ends with the round", () => {
    const dealt = happened(9, { kind: "dealt", events: [], position: positionOf(4, 1) });
    expect(freshEvents(after(...base, dealt).lines, 0, 3)).toEqual([]);
  });
});

it("a stale command brings the present position", () => {
  const state = after(welcomeOf({ position: positionOf(3, 1) }), {
    t: "refused",
    id: "x",
    error: "stale",
    field: null,
    expected: null,
    rule: null,
    position: positionOf(4, 2),
  });
  expect(state.position?.ply).toBe(4);
});
