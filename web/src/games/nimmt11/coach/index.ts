/** The first match: the goal, and what helps at which decision. */
import { m } from "$words";
import type { Tip } from "../../game";
import type { GameView } from "../wire";

const MANY = 5; // ox heads on one card

const canLay = ({ choices }: GameView): boolean => choices.some(({ move }) => move.move === "lay");
const canTake = ({ choices }: GameView): boolean => choices.some(({ move }) => move.move === "take");

export const coach: Tip<GameView>[] = [
  { key: "goal", when: () => true, text: () => m.en_coach_goal() },
  { key: "lay", when: canLay, text: () => m.en_coach_lay() },
  { key: "take", when: (view) => canTake(view) && !canLay(view), text: () => m.en_coach_take() },
  {
    key: "heads",
    when: ({ hand, table }) => hand?.cards.some((card) => (table.heads[card - 1] ?? 0) >= MANY) ?? false,
    text: () => m.en_coach_heads(),
  },
  { key: "bull", when: (view) => canTake(view) && view.table.supply > 0, text: () => m.en_coach_bull() },
];
