/**
 * Tiles and spaces: their names, keys, and what belongs where. Which of it is allowed comes from
 * the choices alone.
 */
import { cardName, cardObject, colourName } from "$lib/words/cards";
import type { Choices } from "$lib/person/settings.svelte";
import { chip } from "$lib/words/chips";
import type { Choice, Colour } from "$lib/wire";
import { m } from "$words";
import type { JokerTile, LayMove, Move, NumberTile, Space, SymbolTile } from "./wire";

export type Tile = NumberTile | JokerTile | SymbolTile;

/** The numbers that only jokers have: their spaces are printed grey. */
export const GREY: readonly number[] = [3, 7, 13, 17];

/** The rows from top to bottom. */
const ROWS: readonly Colour[] = ["yellow", "red", "blue", "green"];

/** Columns that are printed as one (SB-6). */
export const ZONES: readonly number[] = [1, 11, 20];

export const isSymbolSpace = (place: number): boolean => place === 0 || place === 21;

export function tileName(tile: Tile): string {
  switch (tile.tile) {
    case "number":
      return cardName(tile);
    case "joker":
      return chip("grey", tile.number, m.sb_joker({ number: tile.number }));
    case "symbol":
      return chip(tile.colour, "✹", m.sb_symbol({ colour: colourName(tile.colour) }));
  }
}

/** What a tile is good for, and what it costs. */
export function aboutTile(tile: Tile): string {
  const name = tileName(tile);
  switch (tile.tile) {
    case "number":
      return m.sb_about_number({ tile: name, points: tile.number });
    case "joker":
      return m.sb_about_joker({ tile: name, points: tile.number });
    case "symbol":
      return m.sb_about_symbol({ tile: name });
  }
}

/** The same as the object of a verb. */
export const tileObject = (tile: Tile): string => (tile.tile === "number" ? cardObject(tile) : tileName(tile));

/** The tile that lies on a space. */
export function tileOn(space: Space): Tile {
  if (isSymbolSpace(space.place)) return { tile: "symbol", colour: space.colour };
  if (GREY.includes(space.place)) return { tile: "joker", number: space.place };
  return { tile: "number", colour: space.colour, number: space.place };
}

/** A space by its name: a joker's is of a colour too. */
export const spaceName = (space: Space): string =>
  isSymbolSpace(space.place)
    ? m.sb_symbol({ colour: colourName(space.colour) })
    : cardName({ colour: space.colour, number: space.place });

/** What lies where: a joker says in which row. */
export const laidName = (tile: Tile, space: Space): string =>
  tile.tile === "joker"
    ? chip(space.colour, tile.number, m.sb_joker_on({ number: tile.number, colour: colourName(space.colour) }))
    : tileName(tile);

export const spaceKey = (space: Space): string => `space-${space.colour}-${space.place}`;

const kind = (tile: Tile): string =>
  tile.tile === "number"
    ? `tile-${tile.colour}-${tile.number}`
    : tile.tile === "joker"
      ? `tile-joker-${tile.number}`
      : `tile-symbol-${tile.colour}`;

/** A key for a tile of a rack: there can be several of a kind. */
export const tileKey = (tile: Tile, nth = 0): string => (tile.tile === "number" ? kind(tile) : `${kind(tile)}-${nth}`);

export const sameTile = (a: Tile | null, b: Tile | null): boolean => a !== null && b !== null && kind(a) === kind(b);

/** Whether a tile belongs on a space. */
export const belongs = (tile: Tile, space: Space): boolean => sameTile(tile, tileOn(space));

/** The choices that lay this tile. */
export const placesFor = (tile: Tile, choices: readonly Choice<Move>[]): Choice<LayMove>[] =>
  choices.filter((choice): choice is Choice<LayMove> => choice.move.move === "lay" && belongs(tile, choice.move.space));

/** The tiles of a rack with their keys, in the order that the viewer likes. */
export function keyed(tiles: readonly Tile[], how: Choices["sort"]): { key: string; tile: Tile }[] {
  const seen = new Map<string, number>();
  const all = tiles.map((tile) => {
    const nth = seen.get(kind(tile)) ?? 0;
    seen.set(kind(tile), nth + 1);
    return { key: tileKey(tile, nth), tile };
  });
  if (how === "deal") return all;
  const colour = (tile: Tile) => (tile.tile === "joker" ? ROWS.length : ROWS.indexOf(tile.colour));
  const number = (tile: Tile) => (tile.tile === "symbol" ? 99 : tile.number);
  const rank = (tile: Tile) =>
    how === "colour" ? colour(tile) * 100 + number(tile) : number(tile) * 10 + colour(tile);
  return all.sort((a, b) => rank(a.tile) - rank(b.tile));
}
