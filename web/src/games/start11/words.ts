import { capital, cardName, colourName } from "$lib/cards";
import { m } from "$words";
import type { Words } from "../game";
import type { Event, GameView, JokerTile, Move, NumberTile, Space, SymbolTile } from "./wire";

export function tileName(tile: NumberTile | JokerTile | SymbolTile): string {
  switch (tile.tile) {
    case "number":
      return cardName(tile);
    case "joker":
      return m.sb_joker({ number: tile.number });
    case "symbol":
      return m.sb_symbol({ colour: colourName(tile.colour) });
  }
}

export const spaceName = (space: Space): string =>
  space.place === 0 || space.place === 21
    ? m.sb_symbol({ colour: colourName(space.colour) })
    : cardName({ colour: space.colour, number: space.place });

export const words: Words<GameView, Move, Event> = {
  move(move) {
    switch (move.move) {
      case "lay":
        return capital(m.sb_lay({ tile: spaceName(move.space) }));
      case "give":
        return capital(m.sb_give({ tile: tileName(move.tile) }));
      case "skip":
        return m.sb_skip();
      case "pass":
        return m.pass();
      case "end_turn":
        return m.end_turn();
    }
  },
  event: () => null,
  ask: () => m.choose_move(),
  reason: () => null,
  read: (view, say) => view.table.rack_sizes.map((count, seat) => m.holds({ name: say.name(seat), count })).join(". "),
};
