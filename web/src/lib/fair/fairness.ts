/**
 * Checks of a finished match that need no rules: how its shuffle came about (docs/protocol.md, "The
 * shuffle"). That every card and move follows from the seed is what `elftafel verify` checks.
 */
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import type { MatchRecord } from "$lib/wire";
import type { Noted } from "./noted";

const VERSION = "elftafel-seed-1";
const SECRET = /^[0-9a-f]{64}$/;

/** `unknown`: this browser lacks what it would have to compare with. */
export type Verdict = "passed" | "failed" | "unknown";

export const CHECKS = ["secret", "shown", "nonce", "seed"] as const;
export type CheckName = (typeof CHECKS)[number];
export type Findings = Record<CheckName, Verdict>;

// Not the browser's own SHA-256: pages that came over plain http, as at home, may not use it.
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
