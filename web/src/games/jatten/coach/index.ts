/** The first match: the goal, and what helps in which phase of a turn. */
import { m } from "$words";
import type { Tip } from "../../game";
import type { GameView, Phase } from "../wire";

const isIn =
  (phase: Phase) =>
  ({ table }: GameView): boolean =>
    table.phase === phase;

export const coach: Tip<GameView>[] = [
  { key: "goal", when: () => true, text: () => m.ja_coach_goal() },
  { key: "play", when: isIn("play"), text: () => m.ja_coach_play() },
  { key: "rob", when: isIn("rob"), text: () => m.ja_coach_rob() },
  { key: "again", when: isIn("again"), text: () => m.ja_coach_again() },
  { key: "refill", when: isIn("refill"), text: () => m.ja_coach_refill() },
];
