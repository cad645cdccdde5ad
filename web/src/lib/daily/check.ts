/** The check of a day that is over: do secret, hash and seed of each deal belong together? */
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import { note, noted } from "$lib/fair/noted";
import type { Verdict } from "$lib/fair/fairness";
import type { DailyGame, DailyPage } from "$lib/wire";

const VERSION = "elftafel-seed-1";
const SECRET = /^[0-9a-f]{64}$/;

const hash = (bytes: Uint8Array): string => bytesToHex(sha256(bytes));
const verdict = (right: boolean): Verdict => (right ? "passed" : "failed");

export interface DayFindings {
  secret: Verdict;
  shown: Verdict;
  seed: Verdict;
}

/** What holds of a deal; null while its day runs. */
export function checkDeal(deal: DailyGame): DayFindings | null {
  if (deal.secret === null || deal.seed === null) return null;
  const known = noted(deal.name);
  const text = [VERSION, deal.name, deal.secret, ...Array<string>(deal.seats).fill("")].join("\n");
  return {
    secret: verdict(SECRET.test(deal.secret) && hash(hexToBytes(deal.secret)) === deal.commitment),
    shown: known ? verdict(known.commitment === deal.commitment) : "unknown",
    seed: verdict(hash(utf8ToBytes(text)) === deal.seed),
  };
}

/** Keep the hashes of today and tomorrow, to compare them with what is shown later. */
export function noteDay(page: DailyPage): void {
  if (page.day !== page.today) return;
  for (const deal of [...page.games, ...page.next_games]) if (!noted(deal.name)) note(deal.name, deal.commitment, "");
}
