/** The HTTP interface of the server. */
import type {
  AccountForm,
  Catalogue,
  DailyBoard,
  DailyPage,
  DailyResult,
  ChoicesByGame,
  History,
  Identity,
  Language,
  MatchRecord,
  MatchReview,
  Me,
  MistakeAgain,
  Mistakes,
  MyTables,
  Nearby,
  PlayOn,
  Problem,
  PuzzleList,
  PuzzlePage,
  Replay,
  Settings,
  SignIn,
  Statistics,
  TableInfo,
  TableLists,
  Visitor,
} from "$lib/wire";

/**
 * The server refused a request. `problem.error` is a key; words/errors.ts has the sentence for it.
 */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly problem: Problem,
  ) {
    super(problem.error);
  }
}

export type NewTable = Pick<Settings, "game" | "seats"> & Partial<Settings>;

async function ask<T>(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<T> {
  let answer: Response;
  try {
    answer = await fetch(`/api${path}`, {
      method,
      headers: body === undefined ? headers : { "content-type": "application/json", ...headers },
      ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
  } catch {
    throw new Refusal(0, { error: "no_network", field: null, expected: null, rule: null });
  }
  if (answer.status === 204) return undefined as T;
  const json: unknown = await answer.json().catch(() => null);
  if (answer.ok) return json as T;
  const problem = (json ?? { error: "unexpected" }) as Partial<Problem>;
  throw new Refusal(answer.status, {
    error: problem.error ?? "unexpected",
    field: problem.field ?? null,
    expected: problem.expected ?? null,
    rule: problem.rule ?? null,
  });
}

const query = (round: number, seat: string | null) =>
  `?round=${round}${seat === null ? "" : `&seat=${encodeURIComponent(seat)}`}`;

const inDay = (day: string | null) => (day === null ? "" : `?day=${encodeURIComponent(day)}`);

export const api = {
  arrive: (name: string, language: Language) => ask<Identity>("POST", "/people", { name, language }),
  /** Another person at the same device: the token is theirs, the cookie stays. */
  arriveBeside: (name: string, language: Language) =>
    ask<Identity>("POST", "/people", { name, language, beside: true }),
  visitor: () => ask<Visitor>("GET", "/visitor"),
  change: (change: { name?: string; language?: Language }) => ask<Me>("PATCH", "/people/me", change),
  setAccount: (form: AccountForm) => ask<Me>("POST", "/people/me/account", form),
  signIn: (form: SignIn) => ask<Identity>("POST", "/sign-in", form),
  signOut: () => ask<undefined>("POST", "/sign-out"),
  history: (before: string | null) =>
    ask<History>("GET", `/people/me/history${before ? `?before=${encodeURIComponent(before)}` : ""}`),
  statistics: () => ask<Statistics>("GET", "/people/me/statistics"),
  games: () => ask<Catalogue>("GET", "/games"),
  open: (settings: NewTable, key: string) => ask<TableInfo>("POST", "/tables", settings, { "idempotency-key": key }),
  playOn: (id: string, wish: PlayOn, key: string) =>
    ask<TableInfo>("POST", `/tables/${encodeURIComponent(id)}/play-on`, wish, { "idempotency-key": key }),
  tables: () => ask<TableLists>("GET", "/tables"),
  mine: () => ask<MyTables>("GET", "/tables/mine"),
  table: (id: string) => ask<TableInfo>("GET", `/tables/${encodeURIComponent(id)}`),
  code: (code: string) => ask<TableInfo>("GET", `/codes/${encodeURIComponent(code)}`),
  replay: (id: string, round: number, seat: string | null) =>
    ask<Replay>("GET", `/tables/${encodeURIComponent(id)}/replay${query(round, seat)}`),
  /** Like `replay`, from the text of a match file. */
  replayFile: (text: string, round: number, seat: string | null) =>
    ask<Replay>("POST", `/replay${query(round, seat)}`, text),
  /** People in this room: for whoever sits at the machine that serves. */
  nearby: () => ask<Nearby>("GET", "/nearby"),
  openNearby: () => ask<Nearby>("POST", "/nearby"),
  closeNearby: () => ask<Nearby>("DELETE", "/nearby"),
  puzzles: (game: string) => ask<PuzzleList>("GET", `/puzzles/${encodeURIComponent(game)}`),
  puzzle: (game: string, id: string) =>
    ask<PuzzlePage>("GET", `/puzzles/${encodeURIComponent(game)}/${encodeURIComponent(id)}`),
  review: (id: string) => ask<MatchReview>("GET", `/tables/${encodeURIComponent(id)}/review`),
  askReview: (id: string) => ask<MatchReview>("POST", `/tables/${encodeURIComponent(id)}/review`),
  /** The deals of a day; today's without one. */
  daily: (day: string | null) => ask<DailyPage>("GET", `/daily${inDay(day)}`),
  /** The table where one plays a deal: today's once. */
  playDaily: (day: string, game: string, key: string) =>
    ask<TableInfo>("POST", `/daily/${encodeURIComponent(day)}/${encodeURIComponent(game)}`, undefined, {
      "idempotency-key": key,
    }),
  dailyResult: (day: string, game: string) =>
    ask<DailyResult>("GET", `/daily/${encodeURIComponent(day)}/${encodeURIComponent(game)}`),
  makeBoard: (name: string) => ask<DailyBoard>("POST", "/boards", { name }),
  board: (id: string, day: string | null) => ask<DailyBoard>("GET", `/boards/${encodeURIComponent(id)}${inDay(day)}`),
  joinBoard: (id: string) => ask<DailyBoard>("POST", `/boards/${encodeURIComponent(id)}/members`),
  leaveBoard: (id: string) => ask<undefined>("DELETE", `/boards/${encodeURIComponent(id)}/members/me`),
  /** Own mistakes that are due, or all those of one match. */
  mistakes: (match: string | null) =>
    ask<Mistakes>("GET", `/people/me/mistakes${match === null ? "" : `?table=${encodeURIComponent(match)}`}`),
  mistake: (match: string, ply: number) =>
    ask<MistakeAgain>("GET", `/people/me/mistakes/${encodeURIComponent(match)}/${ply}`),
  triedAgain: (match: string, ply: number, right: boolean) =>
    ask<Mistakes>("POST", `/people/me/mistakes/${encodeURIComponent(match)}/${ply}`, { right }),
  choices: () => ask<ChoicesByGame>("GET", "/people/me/choices"),
  match: (id: string) => ask<MatchRecord>("GET", `/tables/${encodeURIComponent(id)}/match`),
};
