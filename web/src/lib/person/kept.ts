/** Small things that this browser remembers. Where it must not, everything works for this visit. */

export function recall<T>(key: string, usual: T): T {
  try {
    const text = localStorage.getItem(`elftafel.${key}`);
    return text === null ? usual : (JSON.parse(text) as T);
  } catch {
    return usual;
  }
}

export function keep(key: string, value: unknown): void {
  try {
    localStorage.setItem(`elftafel.${key}`, JSON.stringify(value));
  } catch {
    // private windows and full disks: it lasts until the page is closed
  }
}
