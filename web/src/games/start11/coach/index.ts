/** The first match: the goal, and what helps at which decision. */
import { m } from "$words";
import type { Tip } from "../../game";
import { hasBonus } from "../about";
import { isWaiting } from "../places";
import type { GameView } from "../wire";

/** A tile can be laid where a bridge with a bonus begins. */
const reachesBonus = ({ choices, table }: GameView): boolean =>
  choices.some(
    ({ move }) =>
      move.move === "lay" &&
      table.bridges.some(
        (bridge) =>
          bridge.number === move.space.place && bridge.rows.includes(move.space.colour) && hasBonus(table, bridge),
      ),
  );

export const coach: Tip<GameView>[] = [
  { key: "goal", when: () => true, text: () => m.sb_coach_goal() },
  {
    key: "lay",
    when: ({ choices, table }) => !table.laid && choices.some(({ move }) => move.move === "lay"),
    text: () => m.sb_coach_lay(),
  },
  {
    key: "gift",
    when: ({ choices }) => choices.some(({ move }) => move.move === "give"),
    text: () => m.sb_coach_gift(),
  },
  { key: "bonus", when: (view) => !isWaiting(view) && reachesBonus(view), text: () => m.sb_coach_bonus() },
  {
    key: "joker",
    when: (view) => !isWaiting(view) && (view.hand?.tiles.some(({ tile }) => tile === "joker") ?? false),
    text: () => m.sb_coach_joker(),
  },
];
