/** The table in sentences, for the keys that read it. */
import { stepsText } from "$lib/table/notes";
import type { Table } from "$lib/table/table.svelte";
import { signed } from "$lib/words/time";
import { m } from "$words";

/** The whole position, in the game's words. */
export function positionText(table: Table): string {
  const view = table.state.position?.view;
  return (view && table.game?.words.read(view, table.say)) ?? "";
}

/** What the last seat did in its turn. */
export function lastTurnText(table: Table): string {
  const line = table.state.lines.findLast((one) => one.kind === "turn");
  if (line?.kind !== "turn" || !table.game) return m.log_empty();
  const events = line.decisions.flatMap((decision) => decision.events);
  return m.did({ name: table.nameOf(line.seat), what: stepsText(events, table.game.words, table.say) });
}

/** The points of everybody so far. */
export const scoreText = (table: Table): string =>
  (table.state.position?.totals ?? [])
    .map((points, seat) => m.has_points({ name: table.nameOf(seat), points: signed(points) }))
    .join(". ");
