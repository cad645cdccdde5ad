/** The first match: the goal, and what helps at which decision. */
import { m } from "$words";
import type { Tip } from "../../game";
import type { GameView } from "../wire";

const canLay = ({ choices }: GameView): boolean => choices.some(({ move }) => move.move === "lay");
const LAST = [1, 20]; // nothing comes behind them

export const coach: Tip<GameView>[] = [
  { key: "goal", when: () => true, text: () => m.er_coach_goal() },
  { key: "lay", when: (view) => !view.table.laid && canLay(view), text: () => m.er_coach_lay() },
  { key: "more", when: (view) => view.table.laid > 0 && canLay(view), text: () => m.er_coach_more() },
  { key: "stock", when: ({ table }) => table.stock === 0, text: () => m.er_coach_stock() },
  {
    key: "ends",
    when: ({ hand, table }) => !table.laid && (hand?.cards.some(({ number }) => LAST.includes(number)) ?? false),
    text: () => m.er_coach_ends(),
  },
];
