/** Results of deals of the day in words; a result as text for friends, which tells no card. */
import { m } from "$words";
import { percentText } from "$lib/words/time";
import type { DailyResult, TableInfo } from "$lib/wire";

/** By how much somebody was ahead of the best of the others, or behind. */
export function leadText(lead: number): string {
  if (lead === 0) return m.daily_tied();
  return lead > 0 ? m.daily_won({ points: lead }) : m.daily_behind({ points: -lead });
}

/** The own points less the best of the others'. */
export const leadOf = (totals: number[], seat: number): number =>
  (totals[seat] ?? 0) - Math.max(...totals.filter((_, other) => other !== seat));

/** Under which name the seed of a deal is made, in the place of a table's id. */
export const nameOfDeal = (day: string, game: string): string => `daily:${day}:${game}`;

/** The page with everybody's results; a try that counts nowhere brings its own along. */
export function resultLink(info: TableInfo, totals: number[], seat: number | null): string {
  if (!info.daily) return "/daily";
  const page = `/daily/${info.daily.day}/${info.settings.game}`;
  return info.daily.counted || seat === null ? page : `${page}?lead=${leadOf(totals, seat)}`;
}

/** The result of an uncounted try, from the address. */
export function leadIn(search: string): number | null {
  const text = new URLSearchParams(search).get("lead");
  return text !== null && /^-?\d{1,4}$/.test(text) ? Number(text) : null;
}

/** A day as people write it; days are those of UTC. */
export const dayText = (day: string, languages: string[]): string =>
  new Intl.DateTimeFormat(languages, { dateStyle: "long", timeZone: "UTC" }).format(new Date(`${day}T00:00:00Z`));

/** The day that is so many days later. */
export const dayAfter = (day: string, days = 1): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

const SQUARES = 10;

/** How one did, as text to pass on: no card, no move. */
export function shareText(result: DailyResult, title: string, date: string, origin: string): string {
  const lines = [`Elftafel · ${title} · ${date}`];
  const lead = result.own?.lead ?? null;
  if (lead !== null) lines.push(leadText(lead));
  if (result.better_than !== null) {
    const full = Math.round(result.better_than * SQUARES);
    lines.push(
      "🟩".repeat(full) + "⬜".repeat(SQUARES - full),
      m.daily_better({ percent: percentText(result.better_than) }),
    );
  }
  return [...lines, `${origin}/daily`].join("\n");
}

export interface Bar {
  from: number;
  to: number;
  people: number;
  own: boolean;
  expert: boolean;
}

const MOST_BARS = 12;

/** Everybody's results in at most a dozen bars of equal width. */
export function barsOf(result: DailyResult, own: number | null): Bar[] {
  const marks = [own, result.expert_lead].filter((lead): lead is number => lead !== null);
  const leads = [...result.counts.map((count) => count.lead), ...marks];
  if (!leads.length) return [];
  const least = Math.min(...leads);
  const width = Math.max(1, Math.ceil((Math.max(...leads) - least + 1) / MOST_BARS));
  const bars: Bar[] = [];
  for (let from = least; from <= Math.max(...leads); from += width) {
    const to = from + width - 1;
    const has = (lead: number | null) => lead !== null && lead >= from && lead <= to;
    const people = result.counts.filter((count) => has(count.lead)).reduce((sum, count) => sum + count.people, 0);
    bars.push({ from, to, people, own: has(own), expert: has(result.expert_lead) });
  }
  return bars;
}
