/**
 * What a space, a bridge or a sign of the board is, in a sentence or two, with the rule behind it.
 */
import { capital, colourName } from "$lib/words/cards";
import type { Told } from "$lib/table/desk";
import { m } from "$words";
import { GREY, isSymbolSpace, sameTile, tileName, tileOn, ZONES } from "./tiles";
import type { Bridge, GameView, Space, StartTable } from "./wire";
import { MOST } from "./words";

/** Whether the bonus of a bridge can still be earned. */
export function hasBonus(table: StartTable, { bonus, rows, number }: Bridge): boolean {
  return bonus && !table.rows.some(({ colour, lies }) => rows.includes(colour) && lies.includes(number));
}

/** The bridges that end at a space, each with the row at its other end. */
const bridgesAt = (table: StartTable, space: Space) =>
  table.bridges.flatMap((bridge) =>
    bridge.number === space.place && bridge.rows.includes(space.colour)
      ? [{ bridge, colour: colourName(bridge.rows[0] === space.colour ? bridge.rows[1] : bridge.rows[0]) }]
      : [],
  );

/** What is special about a space, in a few words for its name. */
export function marksOf(table: StartTable, space: Space): string[] {
  const marks = bridgesAt(table, space).map(({ bridge, colour }) =>
    hasBonus(table, bridge) ? m.sb_mark_bonus({ colour }) : m.sb_mark_bridge({ colour }),
  );
  if (ZONES.includes(space.place)) marks.push(m.sb_mark_zone());
  return GREY.includes(space.place) ? [m.sb_mark_joker(), ...marks] : marks;
}

/** What a space is: what belongs there, and what is special about it. */
export function aboutSpace(view: GameView, space: Space): Told {
  const { table } = view;
  const row = table.rows.find(({ colour }) => colour === space.colour);
  const lies = row?.lies.includes(space.place) ?? false;
  const facts = factsOf(table, space);
  if (!lies)
    facts.push({
      text: row?.fits.includes(space.place) ? m.sb_about_fits() : m.sb_about_fits_not(),
      rule: ruleOf(space),
    });
  return {
    text: [
      capital(lies ? m.sb_about_lies({ tile: tileName(tileOn(space)) }) : goesHere(space)),
      ...facts.map((fact) => fact.text),
    ].join(" "),
    rule: facts[0]?.rule ?? ruleOf(space),
  };
}

function goesHere(space: Space): string {
  const tile = tileName(tileOn(space));
  if (isSymbolSpace(space.place)) return m.sb_about_end({ tile });
  return GREY.includes(space.place) ? m.sb_about_grey({ number: space.place }) : m.sb_about_goes({ tile });
}

/** The rule about what belongs on a space. */
const ruleOf = ({ place }: Space): string => (isSymbolSpace(place) ? "SB-O1" : GREY.includes(place) ? "SB-5" : "SB-4");

/** The bridges and the zone of a space. */
function factsOf(table: StartTable, space: Space): Told[] {
  const bridges = bridgesAt(table, space).map(({ bridge }) => aboutBridge(table, bridge));
  if (!ZONES.includes(space.place)) return bridges;
  return [...bridges, { text: space.place === 11 ? m.sb_about_eleven() : m.sb_about_zone(), rule: "SB-6" }];
}

/** The same for somebody who wants to lay there what they have not got. */
export function aboutMissing({ table }: GameView, space: Space): Told {
  const facts = factsOf(table, space);
  return {
    text: [m.sb_not_yours({ tile: tileName(tileOn(space)) }), ...facts.map((fact) => fact.text)].join(" "),
    rule: facts[0]?.rule ?? "SB-5",
  };
}

export const isHeld = (view: GameView, space: Space): boolean =>
  view.hand?.tiles.some((tile) => sameTile(tile, tileOn(space))) ?? false;

export function aboutBridge(table: StartTable, bridge: Bridge): Told {
  const [upper, lower] = bridge.rows;
  const between = { upper: colourName(upper), lower: colourName(lower) };
  return hasBonus(table, bridge)
    ? { text: m.sb_about_bonus(between), rule: "SB-8" }
    : { text: m.sb_about_bridge(between), rule: "SB-7" };
}

/** How many tiles a turn has, and what two beside each other bring. */
export const aboutTurn = (): Told => ({ text: m.sb_about_turn({ most: MOST }), rule: "SB-9" });
export const aboutBag = (): Told => ({ text: m.sb_about_bag({ most: MOST }), rule: "SB-10" });
