import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Queue, type Stage } from "./queue";
import { happened, played, positionOf } from "$tests/scene";
import type { AnyEvent, FromServer } from "$lib/wire";

const step = (event: string): AnyEvent => ({ event, seat: 1 });

function scene(pause: (event: AnyEvent) => number) {
  const seen: string[] = [];
  const stage: Stage = {
    step: (beat) => void seen.push(beat.map((event) => event.event).join("+")),
    deal: (message) => void seen.push(message.t === "event" ? `deal ${message.n}` : ""),
    apply: (message: FromServer) => void seen.push(message.t === "event" ? `#${message.n}` : message.t),
    together: (a, b) => a.event === "drew" && b.event === "drew",
    pause: (beat) => pause(beat[0]!),
    busy: (now) => void seen.push(now ? "busy" : "idle"),
  };
  return { seen, queue: new Queue(stage) };
}

describe("the queue", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("shows the steps of a message one after another, then the message", async () => {
    const { seen, queue } = scene(() => 100);
    queue.push(played(1, 1, [step("a"), step("b")], positionOf(1, 1)));
    await vi.advanceTimersByTimeAsync(0);
    expect(seen).toEqual(["busy", "a"]);
    await vi.advanceTimersByTimeAsync(100);
    expect(seen).toEqual(["busy", "a", "b"]);
    await vi.advanceTimersByTimeAsync(100);
    expect(seen).toEqual(["busy", "a", "b", "#1", "idle"]);
  });

  it("does not wait where there is nothing to look at", async () => {
    const { seen, queue } = scene(() => 0);
    queue.push(played(1, 1, [step("a")], positionOf(1, 1)));
    queue.push(happened(2, null));
    await vi.advanceTimersByTimeAsync(0);
    expect(seen).toEqual(["busy", "#1", "#2", "idle"]);
  });

  it("is not busy with a word in between", () => {
    const { seen, queue } = scene(() => 100);
    queue.push(happened(1, null));
    expect(seen).toEqual(["#1"]);
  });

  it("keeps the order of what comes while it shows", async () => {
    const { seen, queue } = scene(() => 50);
    queue.push(played(1, 1, [step("a")], positionOf(1, 1)));
    queue.push(played(2, 1, [step("b")], positionOf(2, 1)));
    await vi.advanceTimersByTimeAsync(500);
    expect(seen).toEqual(["busy", "a", "#1", "b", "#2", "idle"]);
  });

  it("shows equal steps as one", async () => {
    const { seen, queue } = scene(() => 50);
    const drawn = [step("drew"), step("drew"), step("drew"), { event: "drew", seat: 2 }];
    queue.push(played(1, 1, [...drawn, step("a")], positionOf(1, 1)));
    await vi.advanceTimersByTimeAsync(500);
    expect(seen).toEqual(["busy", "drew+drew+drew", "drew", "a", "#1", "idle"]);
  });

  it("sets the table for a new round before its steps are shown", async () => {
    const { seen, queue } = scene(() => 50);
    queue.push(happened(1, { kind: "dealt", events: [step("a")], position: positionOf(1, 1) }));
    await vi.advanceTimersByTimeAsync(500);
    expect(seen).toEqual(["busy", "deal 1", "a", "#1", "idle"]);
  });

  it("leaves nothing out for those in a hurry", async () => {
    const { seen, queue } = scene(() => 10_000);
    queue.push(played(1, 1, [step("a"), step("b")], positionOf(1, 1)));
    queue.push(played(2, 1, [step("c")], positionOf(2, 1)));
    await vi.advanceTimersByTimeAsync(0);
    queue.flush();
    await vi.advanceTimersByTimeAsync(0);
    expect(seen).toEqual(["busy", "a", "b", "#1", "#2", "idle"]);
  });

  it("does not hurry what comes later", async () => {
    const { seen, queue } = scene(() => 100);
    queue.flush();
    queue.push(played(1, 1, [step("a"), step("b")], positionOf(1, 1)));
    await vi.advanceTimersByTimeAsync(10);
    expect(seen).toEqual(["busy", "a"]);
  });

  it("shows the result only after a long absence", async () => {
    const { seen, queue } = scene(() => 1000);
    for (let n = 1; n <= 60; n++) queue.push(played(n, 1, [step("a"), step("b")], positionOf(n, 1)));
    await vi.advanceTimersByTimeAsync(0);
    expect(seen.at(-1)).toBe("idle");
    expect(seen).toContain("#60");
  });

  it("stops", async () => {
    const { seen, queue } = scene(() => 100);
    queue.push(played(1, 1, [step("a"), step("b")], positionOf(1, 1)));
    await vi.advanceTimersByTimeAsync(0);
    queue.stop();
    await vi.advanceTimersByTimeAsync(1000);
    expect(seen).toEqual(["busy", "a"]);
  });
});
