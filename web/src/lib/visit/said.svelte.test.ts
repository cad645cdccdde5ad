import { flushSync } from "svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { announce } from "$lib/play/announce";
import { markRead, mute } from "$lib/table/chat.svelte";
import { hears, living, tableWith } from "$tests/living.svelte";
import { happened, tableOf } from "$tests/scene";
import { JustSaid, readOutChat } from "./said.svelte";

vi.mock("$lib/play/announce", () => ({ announce: vi.fn(), answer: vi.fn() }));

let n = 100;
const says = (person: string, text: string) =>
  happened(n++, { kind: "chatted", person, name: person, text, spectator: false });

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.mocked(announce).mockReset();
  mute("bo", false);
});

describe("what others say", () => {
  it("is read out when it is new", () => {
    const table = tableWith({ recent: [says("bo", "before")] });
    living(() => readOutChat(table) ?? {});
    expect(announce).not.toHaveBeenCalled();
    hears(table, says("bo", "hello"));
    expect(announce).toHaveBeenCalledExactlyOnceWith(expect.stringContaining("hello"));
    hears(table, says("ana", "my own words"));
    expect(announce).toHaveBeenCalledOnce();
  });

  it("is not read out of somebody who is muted", () => {
    const table = tableWith();
    living(() => readOutChat(table) ?? {});
    mute("bo", true);
    hears(table, says("bo", "again"));
    expect(announce).not.toHaveBeenCalled();
  });
});

describe("a note", () => {
  const note = (said: JustSaid) => said.note?.text ?? null;

  it("shows the newest line for a while", () => {
    const table = tableWith({ recent: [says("bo", "before")] });
    const said = living(() => new JustSaid(table));
    expect(said.waiting.map((line) => line.text)).toContain("before");
    expect(note(said)).toBeNull();
    hears(table, says("bo", "first"));
    expect(note(said)).toBe("first");
    vi.advanceTimersByTime(5000);
    hears(table, says("bo", "second"));
    vi.advanceTimersByTime(5000);
    expect(note(said)).toBe("second");
    vi.advanceTimersByTime(2000);
    expect(note(said)).toBeNull();
  });

  it("is gone when it is dismissed, or read", () => {
    const table = tableWith();
    const said = living(() => new JustSaid(table));
    hears(table, says("bo", "one"));
    said.dismiss();
    flushSync();
    expect(note(said)).toBeNull();
    hears(table, says("bo", "two"));
    expect(note(said)).toBe("two");
    markRead("t1", n);
    flushSync();
    expect(note(said)).toBeNull();
    expect(said.waiting).toEqual([]);
  });

  it("is never of a table without chat", () => {
    const settings = { ...tableOf().settings, chat: false };
    const table = tableWith({ table: tableOf({ settings }) });
    const said = living(() => new JustSaid(table));
    hears(table, says("bo", "psst"));
    expect(said.waiting).toEqual([]);
    expect(note(said)).toBeNull();
  });
});
