import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { welcomeOf } from "$tests/scene";
import { BEAT, Connection, DEAD, type Link } from "./socket";
import type { FromServer } from "$lib/wire";

class FakeSocket {
  static all: FakeSocket[] = [];
  readyState = 0;
  sent: Record<string, unknown>[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;
  constructor(readonly address: string) {
    FakeSocket.all.push(this);
  }
  send(text: string) {
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }
  close() {
    this.readyState = 3;
  }
  // the other side
  accept() {
    this.readyState = 1;
    this.onopen?.();
  }
  say(message: FromServer) {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  break() {
    this.readyState = 3;
    this.onclose?.();
  }
}

const last = () => FakeSocket.all.at(-1) as FakeSocket;

function scene(after: () => { n: number; log: string } | null = () => null) {
  const heard: FromServer[] = [];
  const links: [Link, string | null][] = [];
  const connection = new Connection(
    "ws://here",
    { last: after, hear: (message) => heard.push(message), changed: (link, why) => links.push([link, why]) },
    (address) => new FakeSocket(address) as unknown as WebSocket,
    () => 0.5,
  );
  return { connection, heard, links };
}

describe("a connection", () => {
  beforeEach(() => {
    FakeSocket.all = [];
    vi.useFakeTimers();
  });
  afterEach(() => void vi.useRealTimers());

  it("says hello and sends commands only after the welcome", () => {
    const { connection } = scene();
    void connection.send({ t: "sit" });
    last().accept();
    expect(last().sent).toEqual([{ t: "hello", version: 2 }]);
    last().say(welcomeOf());
    expect(last().sent[1]).toMatchObject({ t: "sit" });
    expect(connection.link).toBe("open");
  });

  it("answers a command with what the server said to it", async () => {
    const { connection } = scene();
    last().accept();
    last().say(welcomeOf());
    const done = connection.send({ t: "undo", ply: 3 });
    const id = last().sent[1]?.["id"] as string;
    last().say({ t: "ack", id, n: 7 });
    expect(await done).toEqual({ t: "ack", id, n: 7 });
    expect(connection.isWaiting).toBe(false);
  });

  it("comes back after a loss, with the last number, and resends with the same id", () => {
    const { connection, links } = scene(() => ({ n: 12, log: "a" }));
    last().accept();
    last().say(welcomeOf());
    void connection.send({ t: "play", ply: 3, action: 4 });
    const first = last().sent[1];
    last().break();
    expect(connection.link).toBe("lost");
    vi.advanceTimersByTime(2000);
    expect(FakeSocket.all).toHaveLength(2);
    last().accept();
    expect(last().sent).toEqual([{ t: "hello", version: 2, after: 12, log: "a" }]);
    last().say({ t: "resumed", now: 0, n: 12 });
    expect(last().sent[1]).toEqual(first);
    expect(links.at(-1)).toEqual(["open", null]);
  });

  it("pings, and gives a silent socket up", () => {
    const { connection } = scene();
    last().accept();
    last().say(welcomeOf());
    vi.advanceTimersByTime(2 * BEAT);
    expect(last().sent.at(-1)).toEqual({ t: "ping" });
    vi.advanceTimersByTime(DEAD + BEAT);
    expect(connection.link).toBe("lost");
  });

  it("stays alive as long as the server answers", () => {
    const { connection } = scene();
    last().accept();
    last().say(welcomeOf());
    for (let i = 0; i < 10; i++) {
      vi.advanceTimersByTime(2 * BEAT);
      last().say({ t: "pong", now: 0 });
    }
    expect(connection.link).toBe("open");
    expect(FakeSocket.all).toHaveLength(1);
  });

  it("does not ping while it sends something else", () => {
    const { connection } = scene();
    last().accept();
    last().say(welcomeOf());
    for (let i = 0; i < 10; i++) {
      void connection.send({ t: "leave" });
      vi.advanceTimersByTime(BEAT);
      last().say({ t: "pong", now: 0 });
    }
    expect(last().sent).not.toContainEqual({ t: "ping" });
  });

  it("waits longer and longer, ten seconds at most", () => {
    scene();
    for (let i = 0; i < 12; i++) {
      last().break();
      vi.advanceTimersByTime(10_000);
    }
    expect(FakeSocket.all).toHaveLength(13);
  });

  it("tries at once when the network is back", () => {
    const { connection } = scene();
    last().break();
    connection.wake();
    expect(FakeSocket.all).toHaveLength(2);
  });

  it.each(["resync", "restart", "try_again", "game_not_ready", "busy", "silent"])("comes back after %s", (why) => {
    const { connection } = scene();
    last().accept();
    last().say({ t: "bye", why });
    expect(connection.link).toBe("lost");
    vi.advanceTimersByTime(3000);
    expect(FakeSocket.all).toHaveLength(2);
  });

  it.each(["no_table", "removed", "no_spectators", "version", "too_many_errors"])("stays away after %s", (why) => {
    const { connection, links } = scene();
    last().accept();
    last().say({ t: "bye", why });
    last().break();
    vi.advanceTimersByTime(60_000);
    expect(connection.link).toBe("ended");
    expect(links.at(-1)).toEqual(["ended", why]);
    expect(FakeSocket.all).toHaveLength(1);
  });

  it("asks once more when the server could not do it now", () => {
    const { connection } = scene();
    last().accept();
    last().say(welcomeOf());
    void connection.send({ t: "undo", ply: 3 });
    const command = last().sent[1];
    last().say({
      t: "refused",
      id: command?.["id"] as string,
      error: "busy",
      field: null,
      expected: null,
      rule: null,
      position: null,
    });
    vi.advanceTimersByTime(2000);
    expect(last().sent.filter((message) => message["t"] === "undo")).toEqual([command, command]);
  });

  it("is silent after it was closed", () => {
    const { connection } = scene();
    last().accept();
    connection.close();
    vi.advanceTimersByTime(60_000);
    expect(FakeSocket.all).toHaveLength(1);
  });
});
