/**
 * Names of bots. They depend on the seat, so that two at a table differ, and use letters that all
 * our languages have.
 */

const BOTS = ["Ada", "Bruno", "Cleo", "Doro", "Emil", "Flora", "Gus", "Hanna"];

export const botName = (seat: number): string => BOTS[seat % BOTS.length] ?? "Bot";
