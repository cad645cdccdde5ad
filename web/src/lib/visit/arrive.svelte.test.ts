import { describe, expect, it, vi } from "vitest";
import { me } from "$lib/person/me.svelte";
import { hears, living, tableWith } from "$tests/living.svelte";
import { FREE, happened, seated, tableOf } from "$tests/scene";
import { arrive, sitDown, startWithBots } from "./arrive.svelte";

const settled = () => vi.waitFor(() => undefined);

describe("play now", () => {
  it("seats bots and deals, once", async () => {
    const table = tableWith();
    living(() => arrive(table, "now"));
    await vi.waitFor(() => expect(table.order).toHaveBeenCalledTimes(3));
    expect(vi.mocked(table.order).mock.calls.map(([wish]) => wish)).toEqual([
      { t: "put_bot", seat: 1, level: "casual" },
      { t: "put_bot", seat: 2, level: "casual" },
      { t: "start" },
    ]);
    hears(table, happened(6, null, tableOf({ chairs: [seated("ana", "Ana"), { ...FREE, bot: "casual" }, FREE] })));
    await settled();
    expect(table.order).toHaveBeenCalledTimes(3);
  });

  it("waits for the table and leaves another host's alone", async () => {
    const table = tableWith({ person: "bo", seat: null });
    living(() => arrive(table, "now"));
    await settled();
    expect(table.order).not.toHaveBeenCalled();
    hears(table, happened(6, null, tableOf({ host: "bo" })));
    await vi.waitFor(() => expect(table.order).toHaveBeenLastCalledWith({ t: "start" }));
  });

  it("leaves a running match alone", async () => {
    const table = tableWith({ table: tableOf({ status: "playing" }) });
    living(() => arrive(table, "now"));
    await settled();
    expect(table.order).not.toHaveBeenCalled();
  });
});

describe("an invitation", () => {
  it("leads to a seat", async () => {
    const table = tableWith({ person: "bo", seat: null });
    living(() => arrive(table, "sit"));
    await vi.waitFor(() => expect(table.order).toHaveBeenCalledWith({ t: "sit" }));
    hears(table, happened(6, null, tableOf({ host: "cy" })));
    await settled();
    expect(table.order).toHaveBeenCalledTimes(1);
  });

  it("asks nothing of whoever sits, nor at a table that has begun", async () => {
    const sitting = tableWith();
    living(() => arrive(sitting, "sit"));
    const playing = tableWith({ person: "bo", seat: null, table: tableOf({ status: "playing" }) });
    living(() => arrive(playing, "sit"));
    await settled();
    expect(sitting.order).not.toHaveBeenCalled();
    expect(playing.order).not.toHaveBeenCalled();
  });

  it("is not assumed", async () => {
    const table = tableWith({ person: "bo", seat: null });
    living(() => arrive(table, null));
    await settled();
    expect(table.order).not.toHaveBeenCalled();
  });
});

it("whoever sits down becomes somebody first", async () => {
  const be = vi.spyOn(me, "be").mockResolvedValue(undefined as never);
  const table = tableWith({ person: null, seat: null });
  const again = vi.spyOn(table, "again").mockReturnValue();
  await sitDown(table, 2);
  expect(be).toHaveBeenCalledOnce();
  expect(again).toHaveBeenCalledOnce();
  expect(table.order).toHaveBeenCalledWith({ t: "sit", seat: 2 });

  const known = tableWith({ person: "bo", seat: null });
  await sitDown(known);
  expect(be).toHaveBeenCalledOnce();
});

it("a start without the bots it needs is none", async () => {
  const table = tableWith();
  await startWithBots(table);
  expect(table.order).toHaveBeenLastCalledWith({ t: "start" });
  vi.mocked(table.order).mockClear().mockResolvedValue(false);
  await startWithBots(table);
  expect(vi.mocked(table.order).mock.calls).toEqual([[{ t: "put_bot", seat: 1, level: "casual" }]]);
});
