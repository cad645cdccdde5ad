/** A table and effects without a page: what tests of behaviour need. */
import { flushSync } from "svelte";
import { onTestFinished, vi } from "vitest";
import type { Game } from "$games/game";
import { NOTHING, reduce } from "$lib/table/reducer";
import { Table } from "$lib/table/table.svelte";
import type { FromServer, Welcome } from "$lib/wire";
import { welcomeOf } from "./scene";

/** A socket on which nobody answers. */
class Silent {
  readyState = 0;
  send() {}
  close() {}
}

/** A game of plain words: what each event and move is called, and nothing else. */
export const plainGame = (more: Partial<Game> = {}): Game => ({
  words: {
    move: (move) => move.move,
    event: (event) => event.event,
    ask: () => "lay a card",
    points: () => "",
    reason: () => null,
    read: () => "",
  },
  count: () => 0,
  ...more,
});

/** A table as after a welcome. What is ordered and sent is recorded, and goes nowhere. */
export function tableWith(more: Partial<Welcome> = {}, game = plainGame()): Table {
  vi.stubGlobal("WebSocket", Silent);
  const table = new Table("t1");
  onTestFinished(() => {
    table.close();
    vi.unstubAllGlobals();
  });
  table.state = reduce(NOTHING, welcomeOf(more));
  table.game = game;
  table.link = "open";
  table.say.seat = table.seat;
  vi.spyOn(table, "order").mockResolvedValue(true);
  vi.spyOn(table, "send").mockResolvedValue({ t: "ack", id: "1", n: 6 });
  return table;
}

/** The table hears these messages, and what follows from them has happened. */
export function hears(table: Table, ...messages: FromServer[]): void {
  for (const message of messages) table.state = reduce(table.state, message);
  flushSync();
}

/** Set up effects as a component would; they end with the test, or by the function in the result. */
export function living<T>(make: () => T): T & { end: () => void } {
  let made: T | undefined;
  const end = $effect.root(() => {
    made = make();
  });
  onTestFinished(end);
  flushSync();
  return Object.assign((made ?? {}) as T & { end: () => void }, { end });
}

/** A value that effects follow. */
export function changing<T>(first: T): { now: T } {
  let now = $state.raw(first);
  return {
    get now() {
      return now;
    },
    set now(value) {
      now = value;
      flushSync();
    },
  };
}
