/**
 * Refusals of the server in words. It sends keys; a key without a sentence of its own gets the
 * common one.
 */
import { m } from "$words";
import { Refusal } from "$lib/net/api";

const WORDS: Record<string, () => string> = {
  no_network: () => m.error_no_network(),
  too_fast: () => m.error_too_fast(),
  too_often: () => m.error_too_fast(),
  sign_in: () => m.error_sign_in(),
  not_signed_in: () => m.error_sign_in(),
  illegal_move: () => m.error_illegal_move(),
  too_late: () => m.error_too_late(),
  no_time: () => m.error_no_time(),
  seat_taken: () => m.error_seat_taken(),
  seats_free: () => m.error_seats_free(),
  not_host: () => m.error_not_host(),
  removed: () => m.error_removed(),
  not_away: () => m.error_not_away(),
  no_chat: () => m.error_no_chat(),
  no_hints: () => m.error_no_hints(),
  busy: () => m.error_busy(),
  try_again: () => m.error_busy(),
  game_not_ready: () => m.error_busy(),
  no_such_table: () => m.error_no_table(),
  no_table: () => m.error_no_table(),
  too_many_tables: () => m.error_too_many_tables(),
  not_over: () => m.error_not_over(),
  played_on: () => m.error_played_on(),
  not_started: () => m.error_not_started(),
  bad_json: () => m.error_no_match_file(),
  too_large: () => m.error_no_match_file(),
  bad_log: () => m.error_bad_log(),
  other_rules: () => m.error_other_rules(),
  closed: () => m.error_closed(),
  account_taken: () => m.error_account_taken(),
  wrong_passphrase: () => m.error_wrong_passphrase(),
  no_local_network: () => m.error_no_local_network(),
  not_reachable: () => m.error_not_reachable(),
  chat_full: () => m.error_full(),
  table_full: () => m.error_full(),
  play_first: () => m.error_play_first(),
  day_not_over: () => m.error_day_not_over(),
  daily_stays: () => m.error_daily_stays(),
  no_such_board: () => m.error_no_board(),
  too_many_boards: () => m.error_too_many_boards(),
};

export const errorText = (key: string): string => WORDS[key]?.() ?? m.error_unexpected();

/** Words for anything that went wrong with a request. */
export const problemText = (error: unknown): string =>
  error instanceof Refusal ? errorText(error.problem.error) : m.error_unexpected();

const GOODBYES: Record<string, () => string> = {
  no_table: () => m.error_no_table(),
  no_spectators: () => m.bye_no_spectators(),
  removed: () => m.error_removed(),
  version: () => m.bye_version(),
  other_rules: () => m.bye_other_rules(),
};

/** Why the server closed a table's socket for good. */
export const goodbyeText = (why: string | null): string => (why && GOODBYES[why]?.()) || m.error_unexpected();
