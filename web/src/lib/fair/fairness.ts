/**
 * Checks of a finished match that need no rules: how its shuffle came about (docs/protocol.md, "The shuffle"). That every
 * card and move follows from the seed is what `elftafel verify` checks.
 */
import { keep, recall } from "$lib/person/kept";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import type { MatchRecord } from "$lib/wire";

const VERSION = "elftafel-seed-1";
const KEY = "shuffles";
const MOST = 100; // tables that are remembered
const SECRET = /^[0-9a-f]{64}$/;

/** What this browser saw and did before the start of a match. */
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

/** A fresh part of the shuffle. */
export function newNonce(): string {
  return bytesToHex(crypto.getRandomValues(new Uint8Array(16)));
}

/** `unknown`: this browser lacks what it would have to compare with. */
export type Verdict = "passed" | "failed" | "unknown";

export const CHECKS = ["secret", "shown", "nonce", "seed"] as const;
export type CheckName = (typeof CHECKS)[number];
export type Findings = Record<CheckName, Verdict>;

// Not the browser's own SHA-256: it is kept from pages that came over plain http, as at home.
const hash = (bytes: Uint8Array): string => bytesToHex(sha256(bytes));

const verdict = (right: boolean): Verdict => (right ? "passed" : "failed");

/** Check a record that was fetched for a table; `seat` is the viewer's own, or null. */
export function check(record: MatchRecord, table: string, seat: number | null, known: Noted | null): Findings {
  const { fairness, log } = record;
  const text = [fairness.version, table, fairness.secret, ...fairness.nonces].join("\n");
  const whole = fairness.table === table && fairness.nonces.length === log.seats.length;
  return {
    secret: verdict(SECRET.test(fairness.secret) && hash(hexToBytes(fairness.secret)) === fairness.commitment),
    shown: known ? verdict(known.commitment === fairness.commitment) : "unknown",
    nonce: known?.nonce && seat !== null ? verdict(fairness.nonces[seat] === known.nonce) : "unknown",
    seed: fairness.version === VERSION ? verdict(whole && hash(utf8ToBytes(text)) === log.seed) : "unknown",
  };
}

/** All findings in one: anything that failed tells most, then what is unknown. */
export function summary(findings: Findings): Verdict {
  const all = Object.values(findings);
  return all.includes("failed") ? "failed" : all.includes("unknown") ? "unknown" : "passed";
}
