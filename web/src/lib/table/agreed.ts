/** What a host chose for a table, in a few words each, for everybody who comes to it. */
import { m } from "$words";
import type { OptionWords } from "$games/game";
import type { TableInfo } from "$lib/wire";

/** The rounds, and whatever differs from the usual. */
export function agreed(info: TableInfo, words: OptionWords | null): string[] {
  const { clock, hints, options } = info.settings;
  const chosen: string[] = [m.rounds_count({ count: info.rounds })];
  if (clock?.clock === "decision")
    chosen.push(clock.seconds === 86_400 ? m.clock_day() : m.clock_seconds({ seconds: clock.seconds }));
  else if (clock) chosen.push(m.clock());
  for (const [name, value] of Object.entries(options)) {
    const title = words?.name(name);
    if (!title || value === false || value === null) continue;
    chosen.push(value === true ? title : `${title}: ${words?.value?.(name, String(value)) ?? value}`);
  }
  if (hints) chosen.push(m.hints_on());
  return chosen;
}
