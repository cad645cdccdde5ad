import { beforeEach, expect, it, vi } from "vitest";
import { flushSync } from "svelte";
import { settings } from "$lib/person/settings.svelte";
import { hush, notify } from "$lib/play/notify";
import { hears, living, tableWith } from "$tests/living.svelte";
import { played, positionOf, viewOf } from "$tests/scene";
import { callPlayer } from "./called.svelte";

vi.mock("$lib/play/notify", () => ({ hush: vi.fn(), notify: vi.fn() }));

const asked = (n: number) => played(n, 1, [], positionOf(n, 0, { view: viewOf(0, [1]) }));
const waiting = (n: number) => played(n, 0, [], positionOf(n, 1));

beforeEach(() => {
  vi.mocked(hush).mockReset();
  vi.mocked(notify).mockReset();
  settings.now.notify = true;
});

it("calls once a turn, by title and notification, and stops when it is over", () => {
  const table = tableWith({ position: positionOf(1, 1) });
  const called = living(() => callPlayer(table, () => "Some game", "/t/t1") ?? {});
  expect(document.title).toBe("Some game – Elftafel");
  expect(notify).not.toHaveBeenCalled();

  hears(table, asked(6));
  expect(document.title).toBe("● Some game – Elftafel");
  expect(notify).toHaveBeenCalledExactlyOnceWith("Some game", expect.any(String), "/t/t1");
  hears(table, asked(7));
  expect(notify).toHaveBeenCalledOnce();

  vi.mocked(hush).mockClear();
  hears(table, waiting(8));
  expect(document.title).toBe("Some game – Elftafel");
  expect(hush).toHaveBeenCalledWith("/t/t1");
  hears(table, asked(9));
  expect(notify).toHaveBeenCalledTimes(2);

  vi.mocked(hush).mockClear();
  called.end();
  expect(document.title).toBe("Elftafel");
  expect(hush).toHaveBeenCalledWith("/t/t1");
});

it("notifies only those who asked for it, and nobody while things are still being shown", () => {
  settings.now.notify = false;
  const table = tableWith({ position: positionOf(1, 0, { view: viewOf(0, [1]) }) });
  table.busy = true;
  living(() => callPlayer(table, () => "Some game", "/t/t1") ?? {});
  expect(document.title).toBe("Some game – Elftafel");
  table.busy = false;
  flushSync();
  expect(document.title).toBe("● Some game – Elftafel");
  expect(notify).not.toHaveBeenCalled();
});
