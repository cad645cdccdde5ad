import { capital, colourName, runs } from "$lib/words/cards";
import { clauses } from "$lib/words/phrases";
import { m } from "$words";
import type { Words } from "../game";
import { laidName, spaceName, tileName, tileObject, tileOn } from "./tiles";
import type { Event, GameView, Move, RowOnBoard } from "./wire";

/** Tiles that may be laid in a turn. Only for showing. */
export const MOST = 3;

const REASONS: Record<string, (count: number) => string> = {
  nothing_better: () => m.sb_why_nothing_better(),
  goes_out: () => m.sb_why_goes_out(),
  earns_gift: () => m.sb_why_earns_gift(),
  earns_bonus: () => m.sb_why_earns_bonus(),
  frees_tile: () => m.sb_why_frees_tile(),
  leads_to_own: (count) => m.sb_why_leads_to_own({ count }),
  opens_for_others: (count) => m.sb_why_opens_for_others({ count }),
  opens_nothing: () => m.sb_why_opens_nothing(),
  dear_tile: (count) => m.sb_why_dear_tile({ count }),
  tiles_left: (count) => m.sb_why_tiles_left({ count }),
  gives_away: (count) => m.sb_why_gives_away({ count }),
  cannot_be_laid_now: () => m.sb_why_cannot_be_laid_now(),
  declines_gift: () => m.sb_why_declines_gift(),
  keeps_block: (count) => m.sb_why_keeps_block({ count }),
  leaves_fitting: (count) => m.sb_why_leaves_fitting({ count }),
  turn_is_full: () => m.sb_why_turn_is_full(),
  nothing_fits: () => m.sb_why_nothing_fits(),
  leaves_free_tile: () => m.sb_why_leaves_free_tile(),
};

export const words: Words<GameView, Move, Event> = {
  move(move) {
    switch (move.move) {
      case "lay":
        return capital(m.sb_lay({ tile: spaceName(move.space) }));
      case "give":
        return capital(m.sb_give({ tile: tileObject(move.tile) }));
      case "skip":
        return m.sb_skip();
      case "pass":
        return m.pass();
      case "end_turn":
        return m.end_turn();
    }
  },

  event(event, say) {
    switch (event.event) {
      case "laid": {
        const tile = laidName(event.tile, event.space);
        if (event.origin === "bonus") return m.sb_laid_bonus({ tile });
        if (event.origin === "drawn") return m.sb_laid_drawn({ tile });
        return m.sb_laid({ tile, count: 1 });
      }
      case "drew":
        return event.tile ? m.sb_drew_tile({ tile: tileName(event.tile), count: 1 }) : m.sb_drew_many({ count: 1 });
      case "drew_to_lay":
        return event.bonus
          ? m.sb_drew_bonus({ tile: tileName(event.tile) })
          : m.sb_drew_fitting({ tile: tileName(event.tile) });
      case "gave":
        if (event.to === say.seat)
          return event.tile ? m.sb_gave_you_tile({ tile: tileObject(event.tile) }) : m.sb_gave_you();
        return event.tile
          ? m.sb_gave_tile({ tile: tileObject(event.tile), name: say.name(event.to) })
          : m.sb_gave({ name: say.name(event.to) });
      case "skipped":
        return m.sb_skipped();
      case "passed":
        return m.sb_passed();
      case "round_ended":
        return m.sb_round_ended();
      default:
        return null;
    }
  },

  /** Draws and tiles from the rack are put together; bonus tiles and gifts stand by themselves. */
  turn(events, say) {
    const said: string[] = [];
    let laid: string[] = [];
    let drawn: string[] = [];
    let hidden = 0;
    const tell = () => {
      if (hidden) said.push(m.sb_drew_many({ count: hidden }));
      if (drawn.length) said.push(m.sb_drew_tile({ tile: drawn.join(", "), count: drawn.length }));
      if (laid.length) said.push(m.sb_laid({ tile: laid.join(", "), count: laid.length }));
      [laid, drawn, hidden] = [[], [], 0];
    };
    for (const event of events) {
      if (event.event === "laid" && event.origin !== "bonus" && event.origin !== "drawn")
        laid.push(laidName(event.tile, event.space));
      else if (event.event === "drew" && event.tile) drawn.push(tileName(event.tile));
      else if (event.event === "drew") hidden += 1;
      else if (event.event !== "drew_to_lay") {
        const one = words.event(event, say);
        if (one) {
          tell();
          said.push(one);
        }
      }
    }
    tell();
    return clauses(said);
  },

  ask({ table, choices }) {
    const can = (move: Move["move"]) => choices.some((choice) => choice.move.move === move);
    const tile = table.waiting ? tileName(table.waiting) : "";
    const laid = { laid: table.laid, most: MOST };
    switch (table.asked) {
      case "first":
        return m.sb_ask_first();
      case "drawn":
        return m.sb_ask_drawn({ tile });
      case "bonus":
        return m.sb_ask_bonus({ tile });
      case "free_tile":
        return m.sb_ask_free_tile();
      case "turn":
        if (can("pass")) return m.sb_ask_pass();
        if (table.laid === 0) return m.sb_ask_lay();
        if (can("give")) return can("lay") ? m.sb_ask_more_or_give(laid) : m.sb_ask_give(laid);
        return can("lay") ? m.sb_ask_more(laid) : m.sb_ask_end(laid);
    }
  },

  points: (table) => (table.symbols ? m.sb_points_symbols() : m.sb_points()),

  why(rule, move, view) {
    const tile = move.move === "lay" ? tileOn(move.space) : move.move === "give" ? move.tile : null;
    switch (rule) {
      case "SB-1":
        return tile && m.sb_not_yours({ tile: tileName(tile) });
      case "SB-2":
        return m.sb_not_first();
      case "SB-3":
        return move.move === "end_turn" ? m.sb_not_without() : m.sb_not_more({ most: MOST });
      case "SB-4":
        return tile && m.sb_not_beside({ tile: capital(tileName(tile)) });
      case "SB-5":
        return m.sb_not_filled();
      case "SB-8":
      case "SB-R3":
        return m.sb_not_before_bonus();
      case "SB-9":
        return m.sb_not_a_pair();
      case "SB-10":
        return m.sb_not_before_drawn();
      case "SB-11":
        return m.sb_not_pass();
      case "SB-O1":
        return view.table.asked === "free_tile" ? m.sb_not_free_tile() : m.sb_not_symbol();
      default:
        return null;
    }
  },

  reason: (reason) => REASONS[reason.key]?.(reason.value ?? 0) ?? null,

  read(view, say) {
    const { table } = view;
    const bridges = table.bridges.map(({ rows, number, bonus }) => {
      const between = { number, upper: colourName(rows[0]), lower: colourName(rows[1]) };
      return bonus ? m.sb_bonus_bridge_between(between) : m.sb_bridge_between(between);
    });
    const seats = table.rack_sizes.map((count, seat) => m.sb_holds({ name: say.name(seat), count }));
    return [
      ...table.rows.map(rowText),
      m.sb_bag({ count: table.bag }),
      ...seats,
      m.sb_bridges({ bridges: clauses(bridges) }),
    ].join(". ");
  },
};

const spaceNumber = (place: number): string =>
  place === 0 ? m.sb_left_symbol() : place === 21 ? m.sb_right_symbol() : String(place);

/** A row in words: what lies and what may come. */
export function rowText(row: RowOnBoard): string {
  const colour = capital(colourName(row.colour));
  const numbers = row.lies.filter((place) => place > 0 && place < 21);
  const lies = [
    ...(row.lies.includes(0) ? [m.sb_left_symbol()] : []),
    ...runs(numbers).map(([low, high]) => (low === high ? String(low) : m.range({ low, high }))),
    ...(row.lies.includes(21) ? [m.sb_right_symbol()] : []),
  ].join(", ");
  const next = row.fits.map(spaceNumber).join(", ");
  if (!row.fits.length && numbers.length === 20) return m.sb_row_full({ colour });
  if (!lies) return m.sb_row_empty({ colour, next });
  return next ? m.sb_row({ colour, lies, next }) : m.sb_row_stuck({ colour, lies });
}
