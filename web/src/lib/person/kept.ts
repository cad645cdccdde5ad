/** Small values in local storage. Where the browser forbids that, they last for this visit. */

/** The kept value; `usual` if there is none. */
export function recall<T>(key: string, usual: T): T {
  try {
    const text = localStorage.getItem(`elftafel.${key}`);
    return text === null ? usual : (JSON.parse(text) as T);
  } catch {
    return usual;
  }
}

/** Keep a value for later visits. */
export function keep(key: string, value: unknown): void {
  try {
    localStorage.setItem(`elftafel.${key}`, JSON.stringify(value));
  } catch {
    // private windows and full disks: it lasts until the page is closed
  }
}
