/**
 * What each place of the rows is now, and what a tap on it would do. All of it comes from the view.
 */
import { capital, cardName } from "$lib/words/cards";
import type { Place, Row } from "$lib/rows/rows";
import type { Card, Hint } from "$lib/wire";
import { m } from "$words";
import type { Event, GameView, Move } from "./wire";
import { rowText, words } from "./words";

export const placeKey = (card: Card): string => `row-${card.colour}-${card.number}`;

export const isJoker = (key: string | null): boolean => key !== null && key.startsWith("joker-");

export interface RowPlace extends Place {
  card: Card;
  joker: boolean;
  /** The move of a tap, allowed or not; none where a card lies. */
  move: Move | null;
  action: number | undefined;
  /** It is reached over a bridge. */
  bridge: boolean;
  /** A hint would lay a joker here. */
  jokerHinted: boolean;
}

interface Seen {
  view: GameView;
  mayAct: boolean;
  selected: string | null;
  hint: Hint | null;
  fresh: Event[];
  say: Parameters<typeof words.move>[1];
}

/** The places that choices lead to, by kind of move. */
export function actionsOf(view: GameView): Map<string, number> {
  return new Map(
    view.choices.flatMap(({ action, move }): [string, number][] => {
      if (move.move === "lay" || move.move === "swap") return [[`${move.move} ${placeKey(move.card)}`, action]];
      if (move.move === "lay_joker") return [[`lay_joker ${placeKey(move.place)}`, action]];
      return [];
    }),
  );
}

export function rowsOf({ view, mayAct, selected, hint, fresh, say }: Seen): Row<RowPlace>[] {
  const actions = actionsOf(view);
  const wanted = mayAct ? (hint?.move as Move | undefined) : undefined;
  const choosing = mayAct && isJoker(selected);
  const just = new Set(
    fresh.flatMap((event) =>
      event.event === "laid" || event.event === "swapped"
        ? [placeKey(event.card)]
        : event.event === "joker_laid"
          ? [placeKey(event.place)]
          : [],
    ),
  );
  return view.table.rows.map((row) => ({
    colour: row.colour,
    text: rowText(row),
    places: Array.from({ length: 21 }, (_, i): RowPlace => {
      const card = { colour: row.colour, number: i + 1 };
      const key = placeKey(card);
      const lies = row.lies.includes(card.number);
      const joker = row.jokers.includes(card.number);
      const move: Move | null =
        joker && !choosing
          ? { move: "swap", card }
          : lies
            ? null
            : choosing
              ? { move: "lay_joker", place: card }
              : { move: "lay", card };
      const action = mayAct && move ? actions.get(`${move.move} ${key}`) : undefined;
      const name = joker ? m.ee_joker_as({ card: cardName(card) }) : cardName(card);
      const fits = row.fits.includes(card.number);
      const jokerHinted = wanted?.move === "lay_joker" && placeKey(wanted.place) === key;
      const state = joker
        ? name
        : lies
          ? m.ee_place_lies({ place: name })
          : fits
            ? m.ee_place_fits({ place: name })
            : m.ee_place_free({ place: name });
      return {
        key,
        card,
        number: card.number,
        lies,
        joker,
        fits,
        move,
        action,
        own: action !== undefined,
        lit: choosing && action !== undefined,
        bridge: action !== undefined && !lies && !fits,
        fresh: just.has(key),
        jokerHinted,
        hinted: jokerHinted || (wanted !== undefined && "card" in wanted && placeKey(wanted.card) === key),
        label: capital(action !== undefined && move ? words.move(move, say) : state),
      };
    }),
  }));
}
