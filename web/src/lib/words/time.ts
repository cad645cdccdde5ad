/** Times, numbers and points that a glance can read. */
import { tongue } from "./language.svelte";

/** Minutes and seconds that are left. */
export function clockText(milliseconds: number): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
  if (seconds >= 86_400) return `${Math.floor(seconds / 86_400)} d`;
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const shown = parts[0] ? parts : parts.slice(1);
  return shown.map((part, i) => (i ? String(part).padStart(2, "0") : String(part))).join(":");
}

/** A number of points with a real minus sign. */
export const signed = (points: number): string => (points < 0 ? `−${-points}` : String(points));

/** A share in hundredths, written as the language of the page does: "12%", "12 %". */
export const percentText = (part: number): string =>
  new Intl.NumberFormat(tongue.now, { style: "percent" }).format(part);

/** The same with one decimal, for errors. */
export const errorText = (part: number): string =>
  new Intl.NumberFormat(tongue.now, { style: "percent", minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(
    part,
  );

/** A whole number, written as the language of the page does: "50,000", "50.000". */
export const numberText = (value: number): string => new Intl.NumberFormat(tongue.now).format(value);

/** A number with at most one decimal, written as in the first language that the browser knows. */
export const decimal = (value: number, languages: string[]): string =>
  new Intl.NumberFormat(languages, { maximumFractionDigits: 1 }).format(value).replace("-", "−");

/** A day and time, written as in the first language that the browser knows. */
export const dateText = (milliseconds: number, languages: string[]): string =>
  new Intl.DateTimeFormat(languages, { dateStyle: "medium", timeStyle: "short" }).format(milliseconds);

const UNITS: [Intl.RelativeTimeFormatUnit, number][] = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
];

/** How long ago something was: "2 hours ago"; the date, if it was more than a week ago. */
export function agoText(milliseconds: number, now: number, languages: string[]): string {
  const ago = Math.max(0, now - milliseconds);
  if (ago > 7 * 86_400_000) return new Intl.DateTimeFormat(languages, { dateStyle: "medium" }).format(milliseconds);
  const [unit, size] = UNITS.find(([, size]) => ago >= size) ?? ["minute", 60_000];
  return new Intl.RelativeTimeFormat(languages, { numeric: "auto" }).format(-Math.floor(ago / size), unit);
}
