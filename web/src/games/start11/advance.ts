/**
 * How the board looks after one step of several. Only for showing: the server's own view follows.
 */
import type { Say } from "../game";
import { sameTile, type Tile } from "./tiles";
import type { Event, GameView, Space, StartHand, StartTable } from "./wire";

export function advance(view: GameView, event: Event, say: Say): GameView {
  const { table, hand } = view;
  const mine = event.seat === say.seat;
  const still = { choices: [] };
  switch (event.event) {
    case "laid": {
      const racked = event.origin === "rack" || event.origin === "first" || event.origin === "free_tile";
      const counts = event.origin === "bonus" || event.origin === "free_tile" ? 0 : 1;
      return {
        ...view,
        ...still,
        table: {
          ...onBoard(table, event.space),
          laid: table.laid + counts,
          bag: racked || table.waiting ? table.bag : table.bag - 1,
          waiting: racked ? table.waiting : null,
          rack_sizes: racked ? changed(table.rack_sizes, event.seat, -1) : table.rack_sizes,
        },
        hand: mine && racked ? without(hand, event.tile) : hand,
      };
    }
    case "drew":
      return {
        ...view,
        ...still,
        table: { ...table, bag: table.bag - 1, rack_sizes: changed(table.rack_sizes, event.seat, 1) },
        hand: mine ? having(hand, event.tile) : hand,
      };
    case "drew_to_lay":
      return {
        ...view,
        ...still,
        table: { ...table, bag: table.bag - 1, waiting: event.tile, asked: event.bonus ? "bonus" : "drawn" },
      };
    case "gave":
      return {
        ...view,
        ...still,
        table: { ...ended(table), rack_sizes: changed(changed(table.rack_sizes, event.seat, -1), event.to, 1) },
        hand: mine && event.tile ? without(hand, event.tile) : event.to === say.seat ? having(hand, event.tile) : hand,
      };
    case "turn_ended":
    case "passed":
      return { ...view, ...still, table: ended(table) };
    default:
      return view;
  }
}

/** The table of a new round without these steps. */
export function before(view: GameView, events: Event[], say: Say): GameView {
  return events.reduceRight<GameView>((later, event) => undone(later, event, say), { ...view, choices: [] });
}

function undone(view: GameView, event: Event, say: Say): GameView {
  const { table, hand } = view;
  const mine = event.seat === say.seat;
  if (event.event === "drew")
    return {
      ...view,
      table: { ...table, bag: table.bag + 1, rack_sizes: changed(table.rack_sizes, event.seat, -1) },
      hand: mine && event.tile ? without(hand, event.tile) : hand,
    };
  if (event.event !== "laid") return view;
  const racked = event.origin !== "drawn" && event.origin !== "bonus";
  const counts = event.origin === "bonus" || event.origin === "free_tile" ? 0 : 1;
  return {
    ...view,
    table: {
      ...offBoard(table, event.space),
      laid: Math.max(0, table.laid - counts),
      bag: racked ? table.bag : table.bag + 1,
      rack_sizes: racked ? changed(table.rack_sizes, event.seat, 1) : table.rack_sizes,
    },
    hand: mine && racked ? having(hand, event.tile) : hand,
  };
}

/** Without a tile that lies; what fits is not marked until all steps were shown. */
function offBoard(table: StartTable, space: Space): StartTable {
  const rows = table.rows.map((row) => ({
    ...row,
    fits: [],
    lies: row.colour === space.colour ? row.lies.filter((place) => place !== space.place) : row.lies,
  }));
  return { ...table, rows };
}

const changed = (counts: number[], seat: number, by: number) =>
  counts.map((count, other) => (other === seat ? count + by : count));

const ended = (table: StartTable): StartTable => ({ ...table, laid: 0, gift: false, asked: "turn" });

const having = (hand: StartHand | null, tile: Tile | null): StartHand | null =>
  hand && tile ? { ...hand, tiles: [...hand.tiles, tile] } : hand;

function without(hand: StartHand | null, tile: Tile): StartHand | null {
  const at = hand?.tiles.findIndex((other) => sameTile(other, tile)) ?? -1;
  return hand && at >= 0 ? { ...hand, tiles: hand.tiles.toSpliced(at, 1) } : hand;
}

/** A tile on its space; what fits next is the server's to say. */
function onBoard(table: StartTable, space: Space): StartTable {
  const rows = table.rows.map((row) =>
    row.colour !== space.colour
      ? row
      : {
          ...row,
          lies: [...new Set([...row.lies, space.place])].sort((a, b) => a - b),
          fits: row.fits.filter((place) => place !== space.place),
          fresh: [...row.fresh, space.place],
        },
  );
  return { ...table, rows };
}
