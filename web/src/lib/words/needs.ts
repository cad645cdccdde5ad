/**
 * What has to lie before a card fits, in a sentence: "Yellow 8 needs yellow 9 on the table first."
 */
import { capital, cardName } from "./cards";
import type { Card } from "$lib/wire";
import { m } from "$words";

/** Any of these numbers of the same colour will do. Null if there are none, or too many to name. */
export function needs(card: Card, numbers: readonly number[]): string | null {
  if (numbers.length === 0 || numbers.length > 3) return null;
  const names = numbers.map((number) => cardName({ colour: card.colour, number }));
  const last = names.pop() ?? "";
  const others = names.length ? m.card_or({ some: names.join(", "), last }) : last;
  return capital(m.card_needs({ card: cardName(card), others }));
}
