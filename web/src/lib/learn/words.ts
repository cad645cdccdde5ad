/** What lessons say: one file a game and language, beside the rules. */
import type { Language } from "$lib/wire";

export interface StepWords {
  ask: string;
  /** When it is done, if the next step begins elsewhere. */
  done?: string;
  /** To another move that the rules allow. */
  other?: string;
}

export interface LessonWords {
  title: string;
  end: string;
  steps: Record<string, StepWords>;
}

const WORDS = import.meta.glob<Record<string, LessonWords>>("../../../../src/elftafel/games/*/lessons/*.json", {
  import: "default",
});

/** The words of a lesson; null if the game has none. */
export async function lessonWords(game: string, lesson: string, language: Language): Promise<LessonWords | null> {
  const path = Object.keys(WORDS).find((one) => one.endsWith(`/${game}/lessons/${language}.json`));
  return (path && (await WORDS[path]?.())?.[lesson]) || null;
}
