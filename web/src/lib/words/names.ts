/**
 * Names of bots. They depend on the seat, so that two at a table differ, and use letters that all
 * our languages have.
 */

const BOTS = ["Ada", "Bruno", "Cleo", "Doro", "Emil", "Flora", "Gus", "Hanna"];

export const botName = (seat: number): string => BOTS[seat % BOTS.length] ?? "Bot";

/** The beginning of a name: as long as its field allows, and no drawn letter is split. */
export function shortened(name: string, most = 40): string {
  if (name.length <= most) return name;
  let kept = "";
  for (const { segment } of new Intl.Segmenter().segment(name)) {
    if (kept.length + segment.length > most) break;
    kept += segment;
  }
  return kept;
}
