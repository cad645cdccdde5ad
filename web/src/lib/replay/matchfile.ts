/** The match file that is looked at: it stays with this tab, so that a reload finds it again. */

const KEY = "elftafel.file";
let text: string | null = null;

export function keepFile(given: string): void {
  text = given;
  try {
    sessionStorage.setItem(KEY, given);
  } catch {
    // too large, or not allowed: it lasts until the page is loaded anew
  }
}

export function keptFile(): string | null {
  try {
    text ??= sessionStorage.getItem(KEY);
  } catch {
    // not allowed
  }
  return text;
}

/**
 * The number of the first wrong step, from the field that the server found it in:
 * `log.actions[11]`.
 */
export function wrongStep(field: string | null): number | null {
  const match = /actions\[(\d+)\]$/.exec(field ?? "");
  return match ? Number(match[1]) + 1 : null;
}
