import { flushSync } from "svelte";
import { afterEach, describe, expect, it, vi } from "vitest";
import { lessonsOf, loadLesson, NAMES } from "$games";
import { answer } from "$lib/play/announce";
import { plainGame } from "$tests/living.svelte";
import { ruleAgainst, type LessonStep } from "./lesson";
import { Lesson } from "./lesson.svelte";
import { lessonWords, type LessonWords } from "./words";

// How a game is drawn takes long to load, and is no matter here.
vi.mock("$games", async (original) => ({ ...(await original<object>()), load: () => Promise.resolve(plainGame()) }));
vi.mock("$lib/play/announce", () => ({ announce: vi.fn(), answer: vi.fn() }));

const TAUGHT = NAMES.flatMap((game) => lessonsOf(game).map((name) => [game, name] as const));
let open: Lesson | null = null;
afterEach(() => open?.close());

async function begin(game: string, name: string): Promise<{ lesson: Lesson; words: LessonWords }> {
  const [steps, words] = await Promise.all([loadLesson(game, name), lessonWords(game, name, "en")]);
  if (!steps || !words) throw new Error(`no lesson ${game} ${name}`);
  const lesson = new Lesson(game, steps, () => words);
  open = lesson;
  lesson.isSilent = true; // nothing is waited for
  lesson.begin();
  await shown(lesson);
  return { lesson, words };
}

const shown = (lesson: Lesson) =>
  vi.waitFor(
    () => {
      flushSync();
      if (lesson.said === null) throw new Error("still shown");
    },
    { timeout: 15_000, interval: 2 },
  );

const expected = (step: LessonStep) => Number(Object.keys(step.then)[0]);

describe.each(TAUGHT)("%s, %s", (game, name) => {
  it("is learned step by step, as the rules played it", async () => {
    const { lesson, words } = await begin(game, name);
    for (const [at, step] of lesson.taught.entries()) {
      expect(lesson.at).toBe(at);
      const ask = words.steps[step.key]?.ask.replace(/\{seat(\d)\}/g, (_, seat: string) => lesson.nameOf(Number(seat)));
      expect(lesson.said).toBe(ask);
      expect(lesson.mayAct).toBe(true);
      lesson.play(expected(step));
      await shown(lesson);
      if (!lesson.isDone) continue;
      expect(lesson.said).toBe(words.steps[step.key]?.done);
      expect(lesson.mayAct).toBe(false);
      lesson.next();
      if (at + 1 < lesson.taught.length) await shown(lesson);
    }
    expect(lesson.isOver).toBe(true);
  }, 30_000);
});

describe("a lesson", () => {
  const [game, name] = TAUGHT[0]!;

  it("answers what is not allowed by its rule, and what is not meant by a word", async () => {
    const { lesson } = await begin(game, name);
    const [step] = lesson.taught;
    const [kind, answers] = Object.entries(step!.refused)[0]!;
    const [rule, moves] = Object.entries(answers.others)[0]!;
    expect(ruleAgainst(step!, moves[0]!)).toBe(rule);
    expect(ruleAgainst(step!, { move: kind })).toBe(answers.usual);
    expect(ruleAgainst(step!, { move: "unheard of" })).toBeNull();
    lesson.whyNot(moves[0]!, "here");
    await vi.waitFor(() => expect(lesson.forbidden?.rule).toBe(rule));
    expect(lesson.hint).toBeNull();
    lesson.play(lesson.view.choices.find(({ action }) => action !== expected(step!))!.action);
    expect(lesson.told?.text).toBeTruthy();
    expect(lesson.at).toBe(0);
    expect(lesson.hint?.action, "two wrong tries: it is shown").toBe(expected(step!));
  });

  it("shows the move on demand", async () => {
    const { lesson } = await begin(game, name);
    expect(lesson.hint).toBeNull();
    await lesson.askHint();
    expect(lesson.hint?.action).toBe(expected(lesson.taught[0]!));
    expect(vi.mocked(answer)).toHaveBeenCalled();
  });
});

it("is missed by nobody: a game without lessons has none", async () => {
  expect(lessonsOf("nothing")).toEqual([]);
  expect(await loadLesson("nothing", "first")).toBeNull();
  expect(await lessonWords("nothing", "first", "en")).toBeNull();
});
