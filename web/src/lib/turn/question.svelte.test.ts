import { flushSync } from "svelte";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { announce, answer } from "$lib/play/announce";
import { play as sound } from "$lib/play/sound";
import { ruleText } from "$lib/rulebook/rulebook";
import { hears, living, plainGame, tableWith } from "$tests/living.svelte";
import { FREE, played, positionOf, seated, tableOf, viewOf } from "$tests/scene";
import { announceTurn, Explanation, questionText } from "./question.svelte";

vi.mock("$lib/play/announce", () => ({ announce: vi.fn(), answer: vi.fn() }));
vi.mock("$lib/play/sound", () => ({ play: vi.fn() }));
vi.mock("$lib/rulebook/rulebook", () => ({ ruleText: vi.fn() }));

const chairs = [seated("ana", "Ana"), seated("bo", "Bo"), FREE];
const asked = positionOf(1, 0, { view: viewOf(0, [1]) });
const scene = (position = asked, online = [true, true, true], game = plainGame()) =>
  tableWith({ table: tableOf({ status: "playing", chairs }), position, online }, game);

beforeEach(() => {
  for (const mock of [announce, answer, sound]) vi.mocked(mock).mockReset();
  vi.mocked(ruleText)
    .mockReset()
    .mockImplementation((_, rule) => Promise.resolve(`text of ${rule}`));
});

describe("the question", () => {
  it("is the game's when one is asked", () => {
    expect(questionText(scene())).toContain("lay a card");
  });

  it("names who is waited for, and whether they are there", () => {
    const here = questionText(scene(positionOf(1, 1)));
    const away = questionText(scene(positionOf(1, 1), [true, false, true]));
    expect(here).toContain("Bo");
    expect(away).toContain("Bo");
    expect(away).not.toBe(here);
  });

  it("tells the step that is being shown before everything else", () => {
    const table = scene(positionOf(1, null, { between_rounds: true }));
    const over = questionText(table);
    table.steps = table.beat = [{ event: "laid", seat: 1 }];
    expect(questionText(table)).toMatch(/Bo.*laid/);
    table.steps = table.beat = [];
    expect(questionText(table)).toBe(over);
    expect(questionText(scene(positionOf(1, null, { winners: [0] })))).not.toBe(over);
  });
});

it("a turn is heard once, when it begins", () => {
  const table = scene(positionOf(1, 1));
  living(() => announceTurn(table) ?? {});
  expect(sound).not.toHaveBeenCalled();
  hears(table, played(6, 1, [], positionOf(2, 0, { view: viewOf(0, [1]) })));
  expect(sound).toHaveBeenCalledExactlyOnceWith("turn");
  expect(announce).toHaveBeenCalledExactlyOnceWith(questionText(table));
  hears(table, played(7, 0, [], positionOf(3, 0, { view: viewOf(0, [2]) })));
  expect(sound).toHaveBeenCalledOnce();
  hears(table, played(8, 0, [], positionOf(4, 1)), played(9, 1, [], positionOf(5, 0, { view: viewOf(0, [1]) })));
  hears(table, played(10, 0, [], positionOf(6, 1)));
  hears(table, played(11, 1, [], positionOf(7, 0, { view: viewOf(0, [1]) })));
  expect(sound).toHaveBeenCalledTimes(2);
});

describe("an explanation", () => {
  const move = { move: "lay" };

  it("is what was told", () => {
    const table = scene();
    const explanation = living(() => new Explanation(table));
    table.tell({ text: "A joker", rule: null });
    flushSync();
    expect(explanation.note?.text).toBe("A joker");
    table.hush();
    flushSync();
    expect(explanation.note).toBeNull();
  });

  it("is the game's sentence against a move, else the rulebook's", async () => {
    const words = { ...plainGame().words, why: (rule: string) => (rule === "XY-1" ? "too low" : null) };
    const table = scene(asked, [], plainGame({ words }));
    const explanation = living(() => new Explanation(table));
    table.forbidden = { place: "a", move, rule: null };
    flushSync();
    expect(explanation.note).toBeNull();
    table.forbidden = { place: "a", move, rule: "XY-1" };
    flushSync();
    await vi.waitFor(() => expect(explanation.note?.text).toContain("too low"));
    expect(explanation.note?.rule).toBe("XY-1");
    expect(answer).toHaveBeenLastCalledWith(explanation.note?.text);
    table.forbidden = { place: "a", move, rule: "XY-2" };
    flushSync();
    await vi.waitFor(() => expect(explanation.note?.text).toContain("text of XY-2"));
  });

  it("of something tried before does not come later", async () => {
    let late: (text: string) => void = () => undefined;
    vi.mocked(ruleText).mockImplementationOnce(() => new Promise((resolve) => (late = resolve)));
    const table = scene();
    const explanation = living(() => new Explanation(table));
    table.forbidden = { place: "a", move, rule: "XY-1" };
    flushSync();
    table.forbidden = { place: "b", move, rule: "XY-2" };
    flushSync();
    await vi.waitFor(() => expect(explanation.note?.rule).toBe("XY-2"));
    late("late");
    await Promise.resolve();
    expect(explanation.note?.rule).toBe("XY-2");
  });
});
