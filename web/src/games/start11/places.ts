/**
 * What each space of the board is now, and what a tap on it would do. All of it comes from the
 * view.
 */
import { capital } from "$lib/words/cards";
import type { Place, Row } from "$lib/rows/rows";
import type { Hint } from "$lib/wire";
import { m } from "$words";
import type { Say } from "../game";
import { marksOf } from "./about";
import { GREY, keyed, laidName, placesFor, spaceKey, spaceName, tileOn } from "./tiles";
import type { Event, GameView, Space } from "./wire";
import { rowText, words } from "./words";

export interface BoardPlace extends Place {
  space: Space;
  grey: boolean;
  /** It was just drawn as a bonus. */
  bonus: boolean;
  action: number | undefined;
}

interface Seen {
  view: GameView;
  mayAct: boolean;
  selected: string | null;
  hint: Hint | null;
  fresh: Event[];
  say: Say;
}

/** A drawn tile waits for its space. */
export const isWaiting = (view: GameView): boolean => view.table.asked === "drawn" || view.table.asked === "bonus";

export function rowsOf({ view, mayAct, selected, hint, fresh, say }: Seen): Row<BoardPlace>[] {
  const { table, choices } = view;
  const chosen = keyed(view.hand?.tiles ?? [], "deal").find(({ key }) => key === selected)?.tile ?? null;
  const choosing = mayAct && (chosen !== null || isWaiting(view));
  const offered = !mayAct ? [] : chosen ? placesFor(chosen, choices) : choices;
  const actions = new Map(
    offered.flatMap(({ action, move }): [string, number][] =>
      move.move === "lay" ? [[spaceKey(move.space), action]] : [],
    ),
  );
  const just = new Set(fresh.flatMap((event) => (event.event === "laid" ? [spaceKey(event.space)] : [])));
  const drawn = new Set(
    fresh.flatMap((event) => (event.event === "laid" && event.origin === "bonus" ? [spaceKey(event.space)] : [])),
  );
  const columns = table.symbols ? Array.from({ length: 22 }, (_, i) => i) : Array.from({ length: 20 }, (_, i) => i + 1);
  return table.rows.map((row) => ({
    colour: row.colour,
    text: rowText(row),
    places: columns.map((place): BoardPlace => {
      const space = { colour: row.colour, place };
      const key = spaceKey(space);
      const lies = row.lies.includes(place);
      const fits = row.fits.includes(place);
      const action = lies ? undefined : actions.get(key);
      const name = spaceName(space);
      const state = lies
        ? m.sb_space_lies({ space: laidName(tileOn(space), space) })
        : fits
          ? m.sb_space_fits({ space: name })
          : m.sb_space_free({ space: name });
      const bonus = lies && drawn.has(key);
      const marks = lies ? (bonus ? [m.sb_mark_bonus_tile()] : []) : marksOf(table, space);
      const said = action !== undefined ? words.move({ move: "lay", space }, say) : state;
      return {
        key,
        space,
        number: place,
        grey: GREY.includes(place),
        lies,
        fits,
        bonus,
        action,
        own: action !== undefined,
        lit: choosing && action !== undefined,
        fresh: just.has(key),
        hinted: hint !== null && action !== undefined && hint.action === action,
        label: capital([said, ...marks].join(", ")),
      };
    }),
  }));
}
