import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { hears, living, tableWith } from "$tests/living.svelte";
import { FREE, happened, seated, tableOf } from "$tests/scene";
import { flushSync } from "svelte";
import { Comeback } from "./comeback.svelte";

const playing = (stand_in: string | null) =>
  tableOf({ status: "playing", chairs: [seated("ana", "Ana", { stand_in }), FREE, FREE] });
let n = 10;
const told = (stand_in: string | null) => happened(n++, null, playing(stand_in));

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("whoever comes takes the seat back", () => {
  const table = tableWith({ table: playing("easy") });
  living(() => new Comeback(table));
  expect(vi.mocked(table.order).mock.calls).toEqual([[{ t: "return" }]]);
  hears(table, told("easy"));
  expect(table.order, "not again with each event").toHaveBeenCalledTimes(1);
});

it("a bot that is told of a little later counts too, one that is called later does not", () => {
  const table = tableWith({ table: playing(null) });
  living(() => new Comeback(table));
  vi.advanceTimersByTime(4900);
  hears(table, told("easy"));
  expect(table.order).toHaveBeenCalledTimes(1);
  hears(table, told(null));
  vi.advanceTimersByTime(200);
  hears(table, told("easy"));
  expect(table.order).toHaveBeenCalledTimes(1);
});

it("another look takes it back again, unless one is going", () => {
  const table = tableWith({ table: playing(null) });
  const comeback = living(() => new Comeback(table));
  vi.advanceTimersByTime(6000);
  hears(table, told("easy"));
  expect(table.order).not.toHaveBeenCalled();
  comeback.look();
  flushSync();
  expect(table.order).toHaveBeenCalledTimes(1);
  comeback.drop();
  hears(table, told(null), told("easy"));
  expect(table.order).toHaveBeenCalledTimes(1);
});

it("waits for the connection, and asks nothing for spectators", () => {
  const table = tableWith({ table: playing("easy") });
  table.link = "lost";
  living(() => new Comeback(table));
  vi.advanceTimersByTime(9000);
  expect(table.order).not.toHaveBeenCalled();
  table.link = "open";
  flushSync();
  expect(table.order).toHaveBeenCalledTimes(1);

  const watched = tableWith({ person: "bo", seat: null, table: playing("easy") });
  living(() => new Comeback(watched));
  expect(watched.order).not.toHaveBeenCalled();
});
