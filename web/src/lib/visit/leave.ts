/** Whether leaving a table's page gives the seat up. */
import { hasCompany } from "$lib/table/seating";
import type { TableInfo } from "$lib/wire";

/**
 * True if a player who goes has to leave the table, which is asked before. False for spectators,
 * after the match, and against bots alone without a clock: nobody is kept waiting then, and the
 * table stays as it is until one comes back.
 */
export function givesUpSeat(table: TableInfo | null, seat: number | null): boolean {
  if (!table || seat === null) return false;
  if (table.status === "open") return true;
  return table.status === "playing" && (hasCompany(table.chairs, seat) || table.settings.clock !== null);
}
