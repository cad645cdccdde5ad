import { describe, expect, it } from "vitest";
import { freshEvents, NOTHING, reduce, type TableState, unchosen } from "./reducer";
import { happened, played, positionOf, welcomeOf } from "$tests/scene";
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

  it("seat people and bots, and free seats", () => {
    const state = after(
      welcomeOf(),
      happened(6, { kind: "seated", seat: 1, person: "bo", name: "Bo" }),
      happened(7, { kind: "bot_seated", seat: 2, level: "easy" }),
      happened(8, { kind: "seated", seat: 0, person: "ana", name: "Ana" }),
      happened(9, { kind: "vacated", seat: 2, removed: false }),
    );
    expect(state.table?.chairs.map((chair) => chair.name ?? chair.bot)).toEqual(["Ana", "Bo", null]);
  });

  it("move a person who takes another seat", () => {
    const state = after(welcomeOf(), happened(6, { kind: "seated", seat: 2, person: "ana", name: "Ana" }));
    expect(state.seat).toBe(2);
    expect(state.table?.chairs.map((chair) => chair.person)).toEqual([null, null, "ana"]);
  });

  it("begin and end the match", () => {
    const begun = after(welcomeOf(), happened(6, { kind: "started", events: [], position: positionOf(0, 1) }));
    expect(begun.table?.status).toBe("playing");
    expect(reduce(begun, played(7, 1, [laid(1)], positionOf(1, null, { winners: [1] }))).table?.status).toBe("over");
  });

  it("tell of stand-ins, rematches and the host", () => {
    const state = after(
      welcomeOf(),
      happened(6, { kind: "stood_in", seat: 0, level: "casual", why: "left", position: null }),
      happened(7, { kind: "host_passed", host: "bo" }),
      happened(8, { kind: "rematched", table: "t2" }),
    );
    expect(state.table?.chairs[0]?.stand_in).toBe("casual");
    expect(state.table?.host).toBe("bo");
    expect(state.next).toBe("t2");
  });
});

it("seats are ready for the next round until it is dealt", () => {
  const ready = after(
    welcomeOf(),
    happened(6, { kind: "readied", seat: 2, deals_at: 99 }),
    happened(7, { kind: "readied", seat: 0, deals_at: 99 }),
  );
  expect(ready.table).toMatchObject({ ready: [2, 0], deals_at: 99 });
  expect(reduce(ready, happened(8, { kind: "time_given", milliseconds: 5, position: null })).table?.deals_at).toBe(104);
  expect(reduce(ready, happened(8, { kind: "dealt", events: [], position: positionOf(1, 0) })).table).toMatchObject({
    ready: [],
    deals_at: null,
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
