/**
 * What cards, signs and collections are good for, for whoever asks; and why something is not due.
 */
import type { Told } from "$lib/table/desk";
import { m } from "$words";
import type { Say } from "../game";
import { cardName } from "./names";
import type { GameView, Move, NumberCard, Sign } from "./wire";

const ABOUT: Record<Sign, (card: string) => string> = {
  plain: (card) => `${m.ja_about_plain({ card })} ${m.ja_about_six()}`,
  plus_one: (card) => m.ja_about_plus_one({ card }),
  two_for_three: (card) => m.ja_about_two_for_three({ card }),
  eye: (card) => m.ja_about_eye({ card }),
};

/** What a card is good for. */
export const aboutCard = (card: NumberCard): Told => {
  const text = ABOUT[card.sign](cardName(card));
  return card.sign === "plain" ? { text, rule: "JA-12" } : { text: `${text} ${m.ja_about_sign()}`, rule: "JA-8" };
};

export const aboutCrook = (): Told => ({ text: m.ja_about_crook(), rule: "JA-R2" });

/** The cards of one number in somebody's collection, and what their signs do. */
export function aboutSet(where: string, number: number, cards: readonly NumberCard[]): Told {
  const signs = cards.filter(
    (card, i) => card.sign !== "plain" && cards.findIndex((other) => other.sign === card.sign) === i,
  );
  const set = `${where}, ${m.ja_set({ number, count: cards.length })}.`;
  if (!signs.length) return { text: `${set} ${m.ja_about_six()}`, rule: "JA-12" };
  return {
    text: [set, ...signs.map((card) => ABOUT[card.sign](cardName(card))), m.ja_about_sign()].join(" "),
    rule: "JA-8",
  };
}

/** What comes first, whatever was tried. */
function due({ table }: GameView, say: Say): string {
  switch (table.phase) {
    case "play":
      return m.ja_due_play();
    case "rob":
      return m.ja_due_rob();
    case "again":
      return m.ja_due_again();
    case "look":
      return m.ja_due_look();
    case "swap":
      return m.ja_due_swap();
    case "theft":
      return m.ja_due_theft({ name: table.victim === null ? "" : say.name(table.victim) });
    case "refill":
      return m.ja_due_refill();
  }
}

/** Why a move may not be made now. */
export function why(rule: string, move: Move, view: GameView, say: Say): string {
  const { phase, victim, from_pile } = view.table;
  if (rule === "JA-14") return m.ja_not_pile();
  if (rule === "JA-R8") return m.ja_pile_empty();
  if (rule === "JA-R6" && move.move === "swap") return m.ja_not_pair();
  if (phase === "again" && (move.move === "rob" || move.move === "rob_pile")) {
    if (from_pile) return m.ja_not_from_pile();
    if (victim !== null) return m.ja_not_other({ name: say.name(victim) });
  }
  const first = due(view, say);
  return move.move === "play" && move.card.sign !== "plain" ? `${first} ${aboutCard(move.card).text}` : first;
}
