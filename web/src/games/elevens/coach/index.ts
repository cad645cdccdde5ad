/** The first match: the goal, and what helps at which decision. */
import { m } from "$words";
import type { Tip } from "../../game";
import type { GameView, RowOnTable } from "../wire";

const SIDES = [
  [1, 11],
  [11, 21],
] as const;

/** One place is free on a side of the row. */
const isNearlyFull = ({ lies }: RowOnTable): boolean =>
  SIDES.some(([low, high]) => lies.filter((number) => number >= low && number <= high).length === 10);

/** A card can be laid only over a bridge. */
const crosses = ({ choices, table }: GameView): boolean =>
  choices.some(
    ({ move }) =>
      move.move === "lay" &&
      !table.rows.find(({ colour }) => colour === move.card.colour)?.fits.includes(move.card.number),
  );

export const coach: Tip<GameView>[] = [
  { key: "goal", when: ({ table }) => !table.simple, text: () => m.ee_coach_goal() },
  { key: "goal_simple", when: ({ table }) => table.simple, text: () => m.ee_coach_goal_simple() },
  {
    key: "lay",
    when: ({ choices, table }) => !table.laid && choices.some(({ move }) => move.move === "lay"),
    text: () => m.ee_coach_lay(),
  },
  { key: "bridge", when: crosses, text: () => m.ee_coach_bridge() },
  {
    key: "joker",
    when: ({ choices, hand }) => !!hand?.jokers && choices.some(({ move }) => move.move === "lay_joker"),
    text: () => m.ee_coach_joker(),
  },
  {
    key: "bonus",
    when: ({ table }) => !table.simple && table.bonus_left > 0 && table.rows.some(isNearlyFull),
    text: () => m.ee_coach_bonus(),
  },
];
