/**
 * What this browser saw and did before the start of a match, kept for the check of its shuffle
 * afterwards.
 */
import { keep, recall } from "$lib/person/kept";

const KEY = "shuffles";
const MOST = 100; // tables that are remembered

export interface Noted {
  table: string;
  /** The hash of the server's secret, as it was first shown here. */
  commitment: string;
  /** The own part of the shuffle; empty before it was given. */
  nonce: string;
}

/** What was noted about a table. */
export function noted(table: string): Noted | null {
  return recall<Noted[]>(KEY, []).find((one) => one.table === table) ?? null;
}

/** Note the commitment, which is never replaced by a later one, and the own nonce. */
export function note(table: string, commitment: string, nonce: string): void {
  const others = recall<Noted[]>(KEY, []).filter((one) => one.table !== table);
  const first = noted(table)?.commitment ?? commitment;
  keep(KEY, [...others, { table, commitment: first, nonce }].slice(-MOST));
}

/** A fresh part of the shuffle: 32 hexadecimal digits. */
export function newNonce(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
