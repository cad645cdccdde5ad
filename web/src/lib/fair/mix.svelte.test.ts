import { beforeEach, expect, it, vi } from "vitest";
import { hears, living, tableWith } from "$tests/living.svelte";
import { FREE, happened, seated, tableOf } from "$tests/scene";
import { mixIn } from "./mix.svelte";
import { noted } from "./noted";

const ana = seated("ana", "Ana");
const settled = () => vi.waitFor(() => undefined);

beforeEach(() => localStorage.clear());

it("a seat gets a nonce once, and another seat the same", async () => {
  const table = tableWith({ table: tableOf({ commitment: "c1" }) });
  living(() => mixIn(table));
  await vi.waitFor(() => expect(noted("t1")?.nonce).toMatch(/^[0-9a-f]{32}$/));
  expect(noted("t1")?.commitment).toBe("c1");
  const first = noted("t1")?.nonce;

  hears(table, happened(6, null, tableOf({ commitment: "c2" })));
  await settled();
  expect(table.send).toHaveBeenCalledTimes(1);

  hears(table, happened(7, null, tableOf({ commitment: "c2", chairs: [FREE, ana, FREE] })));
  await vi.waitFor(() => expect(table.send).toHaveBeenCalledTimes(2));
  expect(table.send).toHaveBeenLastCalledWith({ t: "add_nonce", nonce: first });
  expect(noted("t1")?.nonce).toBe(first);
  expect(noted("t1")?.commitment, "the first is never replaced").toBe("c1");
});

it("whoever left and comes back gives it again", async () => {
  const table = tableWith();
  living(() => mixIn(table));
  hears(table, happened(6, null, tableOf({ chairs: [FREE, FREE, FREE] })));
  hears(table, happened(7, null, tableOf()));
  await settled();
  expect(table.send).toHaveBeenCalledTimes(2);
});

it("the commitment is noted even if the nonce is refused", async () => {
  const table = tableWith({ table: tableOf({ commitment: "c1" }) });
  vi.mocked(table.send).mockResolvedValue({ t: "refused" } as never);
  living(() => mixIn(table));
  await settled();
  expect(noted("t1")).toEqual({ table: "t1", commitment: "c1", nonce: "" });
});

it("nothing is given by a spectator, after the start, or twice", async () => {
  const tables = [
    tableWith({ person: "bo", seat: null }),
    tableWith({ table: tableOf({ status: "playing" }) }),
    tableWith({ table: tableOf({ chairs: [{ ...ana, nonce: "12" }, FREE, FREE] }) }),
  ];
  for (const table of tables) living(() => mixIn(table));
  await settled();
  for (const table of tables) expect(table.send).not.toHaveBeenCalled();
});
