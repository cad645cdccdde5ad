/** Which page is shown: reads the address bar, and changes it. */

export type Route =
  | { page: "start" }
  | { page: "table"; id: string }
  | { page: "join"; code: string }
  | { page: "tv"; code: string }
  | { page: "replay"; id: string }
  | { page: "review"; id: string }
  | { page: "rules"; game: string }
  | { page: "learn"; game: string; lesson: string | null }
  | { page: "puzzles"; game: string; puzzle: string | null }
  | { page: "again"; match: string | null }
  | { page: "fair"; id: string }
  | { page: "daily"; day: string | null }
  | { page: "dailyResult"; day: string; game: string }
  | { page: "dailyCheck"; day: string }
  | { page: "board"; id: string }
  | { page: "me" }
  | { page: "gallery" }
  | { page: "lost" };

const PATTERNS: [RegExp, (part: string, more?: string) => Route][] = [
  [/^\/$/, () => ({ page: "start" })],
  [/^\/t\/([\w-]+)$/, (id) => ({ page: "table", id })],
  [/^\/j\/(\w+)$/, (code) => ({ page: "join", code: code.toUpperCase() })],
  [/^\/tv\/(\w+)$/, (code) => ({ page: "tv", code: code.toUpperCase() })],
  [/^\/replay\/([\w-]+)$/, (id) => ({ page: "replay", id })],
  [/^\/review\/([\w-]+)$/, (id) => ({ page: "review", id })],
  [/^\/rules\/(\w+)$/, (game) => ({ page: "rules", game })],
  [/^\/learn\/(\w+)(?:\/(\w+))?$/, (game, lesson) => ({ page: "learn", game, lesson: lesson ?? null })],
  [/^\/puzzles\/(\w+)(?:\/(\w+))?$/, (game, puzzle) => ({ page: "puzzles", game, puzzle: puzzle ?? null })],
  [/^\/daily(?:\/(\d{4}-\d\d-\d\d))?$/, (day) => ({ page: "daily", day: day || null })],
  [/^\/daily\/(\d{4}-\d\d-\d\d)\/(\w+)$/, (day, game) => ({ page: "dailyResult", day, game: game ?? "" })],
  [/^\/fair\/(\d{4}-\d\d-\d\d)$/, (day) => ({ page: "dailyCheck", day })],
  [/^\/board\/([\w-]+)$/, (id) => ({ page: "board", id })],
  [/^\/again(?:\/([\w-]+))?$/, (match) => ({ page: "again", match: match || null })],
  [/^\/fair\/([\w-]+)$/, (id) => ({ page: "fair", id })],
  [/^\/me$/, () => ({ page: "me" })],
  [/^\/gallery$/, () => ({ page: "gallery" })],
];

/** The page at a path. */
export function routeOf(path: string): Route {
  for (const [pattern, make] of PATTERNS) {
    const match = pattern.exec(path);
    if (match) return make(match[1] ?? "", match[2]);
  }
  return { page: "lost" };
}

class Router {
  route = $state.raw<Route>({ page: "start" });
  /** A value from the page before. A reload loses it on purpose. */
  note = $state.raw<unknown>(null);

  start(): void {
    this.route = routeOf(location.pathname);
    addEventListener("popstate", () => {
      this.note = null;
      this.route = routeOf(location.pathname);
    });
    document.addEventListener("click", (event) => this.follow(event));
  }

  /** Go to a page of ours. */
  go(path: string, options: { replace?: boolean; note?: unknown } = {}): void {
    if (options.replace) history.replaceState(null, "", path);
    else history.pushState(null, "", path);
    this.note = options.note ?? null;
    this.route = routeOf(new URL(path, location.origin).pathname);
    scrollTo(0, 0);
  }

  /** Follow a click on a link to one of our pages without loading the document again. */
  private follow(event: MouseEvent): void {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
    const link = (event.target as Element | null)?.closest?.("a");
    if (!link || link.target || link.origin !== location.origin || link.hasAttribute("download")) return;
    if (routeOf(link.pathname).page === "lost") return;
    if (link.pathname === location.pathname && link.hash) return;
    event.preventDefault();
    this.go(link.pathname + link.search + link.hash);
  }
}

export const router = new Router();
