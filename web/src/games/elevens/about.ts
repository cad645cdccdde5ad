/** What the places of the rows and the things beside them are, for whoever asks. */
import { capital, cardName, cardObject, colourName, sameCard } from "$lib/words/cards";
import type { Told } from "$lib/table/desk";
import { m } from "$words";
import { needs } from "$lib/words/needs";
import type { RowPlace } from "./places";
import type { GameView, RowOnTable, Side } from "./wire";
import { beside, rowText, sideText } from "./words";

export const aboutBonus = (): Told => ({ text: m.ee_about_bonus(), rule: "EE-12" });
export const aboutBridges = (): Told => ({ text: m.ee_about_bridge(), rule: "EE-6" });
export const aboutTurn = (): Told => ({ text: m.ee_about_turn(), rule: "EE-3" });

/** The outer end of a side: its bonus is drawn there. */
export const sideAt = (number: number): Side | null => (number === 1 ? "low" : number === 21 ? "high" : null);

/** Every place of this side is filled. */
export const isFull = (row: RowOnTable, side: Side): boolean =>
  row.lies.filter((number) => (side === "low" ? number <= 11 : number >= 11)).length === 11;

/** What a place is, or what lies there. */
export function aboutPlace({ table }: GameView, { card, joker, lies, fits, label }: RowPlace): Told {
  const row = table.rows.find(({ colour }) => colour === card.colour);
  const side = table.simple ? null : sideAt(card.number);
  if (joker) return { text: m.ee_about_lying_joker({ card: cardName(card) }), rule: "EE-9" };
  if (lies && row) {
    if (!side || !isFull(row, side)) return { text: `${rowText(row)}.`, rule: "EE-5" };
    const full = m.ee_about_full({ colour: capital(colourName(card.colour)), side: sideText(side) });
    return { text: `${full} ${m.ee_about_bonus()}`, rule: "EE-12" };
  }
  const next = fits ? `${label}.` : (needs(card, beside(card.number)) ?? "");
  return side && table.bonus_left > 0
    ? { text: `${next} ${m.ee_about_bonus()}`, rule: "EE-12" }
    : { text: next, rule: "EE-5" };
}

/** A place was tapped, and its card is not in the hand; null if it is. */
export function aboutMissing({ table, hand }: GameView, { card }: RowPlace): Told | null {
  if (!hand || hand.cards.some((own) => sameCard(own, card))) return null;
  const text = m.card_not_yours({ card: cardObject(card) });
  const bonus = !table.simple && sideAt(card.number) !== null && table.bonus_left > 0;
  return bonus ? { text: `${text} ${m.ee_about_bonus()}`, rule: "EE-12" } : { text, rule: "EE-5" };
}
