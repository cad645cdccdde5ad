// Made from the Python messages by tools/typescript.py: do not edit, run `make types`.

/** One thing a seat can do with one click. Each game has its own kinds. */
export interface AnyMove {
  move: string;
}

/** One thing that happened, as one viewer may see it. Each game has its own kinds. */
export interface AnyEvent {
  event: string;
  seat: number;
}

/** What everybody sees. Each game adds its own fields; a hidden thing has no place here. */
export interface AnyTable {
  players: number;
  turn: number | null;
  starter: number;
  ply: number;
}

/** What one seat alone sees. Each game adds its own fields. */
export interface AnyHand {
  seat: number;
}

/** A legal move with its action number. */
export interface Choice<M extends AnyMove = AnyMove> {
  action: number;
  move: M;
}

/** Everything one viewer may see of a position. Spectators have no hand and no choices. */
export interface View<T extends AnyTable = AnyTable, H extends AnyHand = AnyHand, M extends AnyMove = AnyMove> {
  table: T;
  hand: H | null;
  choices: Choice<M>[];
}

/** A legal move with its expected share of the win and points of the round. Errors are one standard error. The moves are compared in the same deals; so how far a move is behind the first one is surer than either share. */
export interface Hint {
  action: number;
  move: AnyMove;
  win: number;
  win_error: number;
  points: number;
  points_error: number;
  gap_error: number;
  reasons: Reason[];
}

/** What speaks for a move or against it: a key, which screens put into words, and a figure where it has one. */
export interface Reason {
  key: string;
  value: number | null;
}

/** A person took a seat. */
export interface SeatedBody {
  kind: "seated";
  seat: number;
  person: string;
  name: string;
}

/** A bot was put in a seat. */
export interface BotSeatedBody {
  kind: "bot_seated";
  seat: number;
  level: string;
}

/** A seat became free. */
export interface VacatedBody {
  kind: "vacated";
  seat: number;
  removed: boolean;
}

/** The host sent someone away who had no seat. */
export interface RemovedBody {
  kind: "removed";
  person: string;
}

/** A seat added its part to the shuffle. */
export interface NonceBody {
  kind: "nonce_added";
  seat: number;
  nonce: string;
}

/** Another person is host now. */
export interface HostBody {
  kind: "host_passed";
  host: string;
}

/** The host changed the settings; `table` beside the event has them. */
export interface ChangedBody {
  kind: "changed";
}

/** Two seats changed places. */
export interface SwappedBody {
  kind: "swapped";
  seat: number;
  other: number;
}

/** The first round was dealt. */
export interface StartedBody {
  kind: "started";
  events: AnyEvent[];
  position: Position | null;
}

/** Where the match stands, as one viewer may see it. */
export interface Position {
  ply: number;
  round: number;
  view: View;
  can_undo: boolean;
  between_rounds: boolean;
  results: RoundResult[];
  totals: number[];
  winners: number[];
  clock: ClockFace | null;
  hands: unknown[] | null;
}

/** A finished round. */
export interface RoundResult {
  starter: number;
  points: number[];
}

/** The clock: whose decision has to be made until when (server time), and what each seat has left for the match. */
export interface ClockFace {
  seat: number | null;
  deadline: number | null;
  left: number[] | null;
}

/** A seat is ready for the next round. */
export interface ReadiedBody {
  kind: "readied";
  seat: number;
}

/** The next round was dealt. */
export interface DealtBody {
  kind: "dealt";
  events: AnyEvent[];
  position: Position | null;
}

/** A seat made a decision; `bot` is the level, if a bot made it. */
export interface PlayedBody {
  kind: "played";
  seat: number;
  bot: string | null;
  events: AnyEvent[];
  position: Position | null;
}

/** A seat took back its last step. */
export interface UndoneBody {
  kind: "undone";
  seat: number;
  position: Position | null;
}

/** A bot plays for a person from now on; why: left, clock or host. */
export interface StoodInBody {
  kind: "stood_in";
  seat: number;
  level: string;
  why: string;
  position: Position | null;
}

/** The person plays again. */
export interface ReturnedBody {
  kind: "returned";
  seat: number;
  position: Position | null;
}

/** A seat took its first hint: it cannot gain rating by this match. */
export interface HintedBody {
  kind: "hinted";
  seat: number;
}

/** The server was away; the running clock got that time back. */
export interface TimeGivenBody {
  kind: "time_given";
  milliseconds: number;
  position: Position | null;
}

/** Someone said something. */
export interface ChattedBody {
  kind: "chatted";
  person: string;
  name: string;
  text: string;
  spectator: boolean;
}

/** The same people meet again there: follow. */
export interface RematchedBody {
  kind: "rematched";
  table: string;
}

/** The table was given up before the start; why: host or idle. */
export interface ClosedBody {
  kind: "closed";
  why: string;
}

/** What an event tells. */
export type Body = SeatedBody | BotSeatedBody | VacatedBody | RemovedBody | NonceBody | HostBody | ChangedBody | SwappedBody | StartedBody | ReadiedBody | DealtBody | PlayedBody | UndoneBody | StoodInBody | ReturnedBody | HintedBody | TimeGivenBody | ChattedBody | RematchedBody | ClosedBody;

/** An event with its number. The body is null for a viewer who may not see it, or if nothing changed: no gaps. `table` is what everybody may know of the table after the event, if the event changed that. */
export interface Happened {
  t: "event";
  n: number;
  at: number;
  body: Body | null;
  table: TableInfo | null;
}

/** What everybody may know of a table. */
export interface TableInfo {
  id: string;
  code: string;
  settings: Settings;
  rounds: number;
  host: string;
  status: "closed" | "open" | "over" | "playing";
  chairs: Chair[];
  commitment: string;
  created_at: number;
  previous: string | null;
  rematch: string | null;
  ready: number[];
  deals_at: number | null;
  hinted: number[];
  daily: DailyInfo | null;
  origin: PlayedOn | null;
}

/** What a host chooses for a table. */
export interface Settings {
  game: string;
  seats: number;
  options: Record<string, boolean | number | string | null>;
  rounds: number | null;
  draw_lots: boolean;
  clock: DecisionClock | MatchClock | null;
  public: boolean;
  spectators: boolean;
  chat: boolean;
  hints: boolean;
}

/** So many seconds for each decision. */
export interface DecisionClock {
  clock: "decision";
  seconds: number;
}

/** So many seconds for the whole match, and some more after each turn. */
export interface MatchClock {
  clock: "match";
  seconds: number;
  increment: number;
}

/** A seat: free, a person (with the level of the bot that plays for them while away), or a bot. */
export interface Chair {
  person: string | null;
  name: string | null;
  bot: string | null;
  stand_in: string | null;
  nonce: string;
}

/** Which deal of the day a table plays, and whether it is the one try that counts. */
export interface DailyInfo {
  day: string;
  counted: boolean;
}

/** The step of another match from which a table goes on: unrated, and not shuffled here. `cards`: `all` as they were, or only what `seat` knew, the others dealt anew. */
export interface PlayedOn {
  table: string;
  round: number;
  ply: number;
  seat: number;
  cards: "all" | "known";
}

/** All that this viewer may know of the table: the answer to hello, and whenever too much was missed. */
export interface Welcome {
  t: "welcome";
  version: number;
  now: number;
  n: number;
  log: string;
  person: string | null;
  seat: number | null;
  table: TableInfo;
  position: Position | null;
  recent: Happened[];
  online: boolean[];
  spectators: number;
  screens: number;
}

/** The answer to hello with `after`: the missing events follow. */
export interface Resumed {
  t: "resumed";
  now: number;
  n: number;
}

/** Done and safely written, as event `n`. */
export interface Ack {
  t: "ack";
  id: string;
  n: number;
}

/** Not done; nothing has changed. For a stale ply the present position comes along. */
export interface Refused {
  t: "refused";
  id: string | null;
  error: string;
  field: string | null;
  expected: string | null;
  rule: string | null;
  position: Position | null;
}

/** Legal moves, the best first. */
export interface Hints {
  t: "hints";
  id: string;
  ply: number;
  hints: Hint[];
}

/** The rule that forbids a move; null if it is allowed. */
export interface WhyNot {
  t: "why_not";
  id: string;
  rule: string | null;
}

/** Still here. */
export interface Pong {
  t: "pong";
  now: number;
}

/** Who is connected. Not numbered: only the latest counts. `screens` are among the spectators. */
export interface Presence {
  t: "presence";
  online: boolean[];
  spectators: number;
  screens: number;
}

/** A seat shows a face. Not numbered; whoever sent it gets it with the `id` of the command. */
export interface Emoted {
  t: "emoted";
  seat: number;
  emote: "cheer" | "clap" | "heart" | "laugh" | "sad" | "sleepy" | "think" | "wow";
  id: string | null;
}

/** The time of a seat is nearly up. */
export interface Warn {
  t: "warning";
  seat: number;
  left: number;
}

/** Something to wait for: `warming` while a game is being compiled for the first time. */
export interface Notice {
  t: "notice";
  key: string;
}

/** The server closes this socket; why: a key. */
export interface Bye {
  t: "bye";
  why: string;
}

/** Anything the server may send. */
export type FromServer = Happened | Welcome | Resumed | Ack | Refused | Hints | WhyNot | Pong | Presence | Emoted | Warn | Notice | Bye;

/** Take a seat: this one, or any that is free. */
export interface Sit {
  t: "sit";
  id: string;
  seat?: number | null;
  nonce?: string;
}

/** Add the own part to the shuffle, before the start. */
export interface AddNonce {
  t: "add_nonce";
  id: string;
  nonce: string;
}

/** Leave the seat: before the start it becomes free, later a bot plays on. */
export interface Leave {
  t: "leave";
  id: string;
}

/** Host: put a bot in a seat that is free or has a bot. */
export interface PutBot {
  t: "put_bot";
  id: string;
  seat: number;
  level: string;
}

/** Host: take a bot away. */
export interface TakeBot {
  t: "take_bot";
  id: string;
  seat: number;
}

/** Host: before the start, free the seat of a person who is not there. */
export interface Vacate {
  t: "vacate";
  id: string;
  seat: number;
}

/** Host: send a person away: from a seat before the start, from watching at any time. */
export interface Remove {
  t: "remove";
  id: string;
  person: string;
}

/** Host: before the start, other settings for the same game. Whoever sits there keeps a seat. */
export interface Change {
  t: "change";
  id: string;
  settings: Settings;
}

/** Host: before the start, two seats change places, whoever or nobody sits there. */
export interface Swap {
  t: "swap";
  id: string;
  seat: number;
  other: number;
}

/** Host: deal the first round; all seats must be taken, or with `fewer` the free ones go. */
export interface Start {
  t: "start";
  id: string;
  fewer?: boolean;
}

/** The own decision at this ply: an action number from `choices`, or a move in words. */
export interface Play {
  t: "play";
  id: string;
  ply: number;
  action?: number | null;
  move?: AnyMove | null;
}

/** Take back the own last step. */
export interface Undo {
  t: "undo";
  id: string;
  ply: number;
}

/** Ready for the next round, after one has ended; it is dealt when all are. */
export interface NextRound {
  t: "next_round";
  id: string;
  ply: number;
}

/** Host: let a bot play for a person who is not there. */
export interface StandIn {
  t: "stand_in";
  id: string;
  seat: number;
  level?: string;
}

/** Play again oneself. */
export interface Return {
  t: "return";
  id: string;
}

/** Say something. */
export interface Chat {
  t: "chat";
  id: string;
  text: string;
}

/** Show a face to the table, without words. It is not written down. */
export interface ShowEmote {
  t: "emote";
  id: string;
  emote: "cheer" | "clap" | "heart" | "laugh" | "sad" | "sleepy" | "think" | "wow";
}

/** Open another table with the same seats, after the match. */
export interface Rematch {
  t: "rematch";
  id: string;
}

/** Host: give the table up before the start. */
export interface Close {
  t: "close";
  id: string;
}

/** What would be good here? If the table allows hints. */
export interface AskHint {
  t: "hint";
  id: string;
  ply: number;
}

/** Which rule forbids this move now? */
export interface AskWhyNot {
  t: "why_not";
  id: string;
  move: AnyMove;
}

/** Something to be done, once, however often it is sent with the same id. */
export type Command = Sit | AddNonce | Leave | PutBot | TakeBot | Vacate | Remove | Change | Swap | Start | Play | Undo | NextRound | StandIn | Return | Chat | ShowEmote | Rematch | Close | AskHint | AskWhyNot;

/** Anything a client may send. */
export type FromClient = Hello | Ping | Command;

/** The first message: which protocol, who, and the last event number seen. */
export interface Hello {
  t: "hello";
  version: number;
  token?: string | null;
  after?: number | null;
  log?: string | null;
  screen?: boolean;
}

/** Still there: if nothing else was sent for 5 seconds. */
export interface Ping {
  t: "ping";
}

/** A number card of a colour. */
export interface Card {
  colour: Colour;
  number: number;
}

/** A colour and its shape; the order is that of the rules. */
export type Colour = "red" | "yellow" | "green" | "blue";

/** The step of a finished match from which somebody plays on against bots, and as which seat. */
export interface PlayOn {
  ply: number;
  seat: number;
  cards: "all" | "known";
  level: string;
}

/** Why a request was not done: a key, and where known the field, what would be right, and the rule. */
export interface Problem {
  error: string;
  field: string | null;
  expected: string | null;
  rule: string | null;
}

/** A finished match with everything that is needed to check it. */
export interface MatchRecord {
  fairness: Fairness;
  log: MatchLog;
}

/** All that the seed was made of. */
export interface Fairness {
  version: string;
  table: string;
  commitment: string;
  secret: string;
  nonces: string[];
}

/** A whole match as one small JSON document. */
export interface MatchLog {
  elftafel: number;
  game: string;
  rules_version: number;
  options: Record<string, unknown>;
  data: Record<string, unknown> | null;
  seats: Seat[];
  rounds: number;
  draw_lots: boolean;
  seed: string;
  actions: [number, number][];
  result: Result | null;
  redealt?: Redealt[];
}

/** Who sits in a seat: a name, and the level if it is a bot. */
export interface Seat {
  name: string;
  bot: string | null;
}

/** A finished match; several winners share the win. */
export interface Result {
  rounds: RoundResult[];
  totals: number[];
  winners: number[];
}

/** From this ply on, all that a seat could not know was dealt anew: the match was played on from there. */
export interface Redealt {
  ply: number;
  seat: number;
  seed: number;
}

/** A new guest. */
export interface Arrival {
  name: string;
  language?: Language;
  beside?: boolean;
}

/** The languages of the screens. */
export type Language = "en" | "de" | "nl" | "fr" | "is";

/** Another name or language. */
export interface PersonChange {
  name?: string;
  language?: Language;
}

/** An account for the present person. `current` is needed to change one that there is already. */
export interface AccountForm {
  account: string;
  passphrase: string;
  current?: string | null;
}

/** Be the person of an account on this device too. */
export interface SignIn {
  account: string;
  passphrase: string;
}

/** How it went. */
export interface TryAgain {
  right: boolean;
}

/** A new group. */
export interface BoardForm {
  name: string;
}

/** The match after a decision (or a deal: then `seat` is null), as one viewer may see it. */
export interface Frame {
  seat: number | null;
  events: AnyEvent[];
  position: Position;
  hands: AnyHand[] | null;
}

/** One round of a match, step by step. */
export interface Replay {
  table: string | null;
  game: string;
  options: Record<string, unknown>;
  chairs: Chair[];
  rounds: number;
  dealt: number;
  over: boolean;
  results: RoundResult[];
  totals: number[];
  winners: number[];
  origin: PlayedOn | null;
  own: number | null;
  views: string[];
  seat: string;
  round: number;
  frames: Frame[];
}

/** The rules against moves of one kind: the usual one, and the moves that another one forbids. */
export interface Refusals {
  usual: string;
  others: Record<string, AnyMove[]>;
}

/** A position to be decided once more, as its seat knew it: a puzzle, an own mistake. */
export interface LiveSpot {
  game: string;
  options: Record<string, unknown>;
  seat: number;
  chairs: Chair[];
  rounds: number;
  position: Position;
  best: number;
  then: Record<string, Frame[]>;
  why: Reason[];
  others: Record<string, Reason[]>;
  refused: Record<string, Refusals>;
}

/** A puzzle in a list. */
export interface PuzzleLine {
  id: string;
  players: number;
  theme: string;
  difficulty: number;
}

/** The puzzles of a game. */
export interface PuzzleList {
  puzzles: PuzzleLine[];
}

/** What a wrong move of a puzzle costs in shares of a win, with one standard error. */
export interface PuzzleCost {
  action: number;
  move: AnyMove;
  value: number;
  error: number;
}

/** How many of so many bots of a level find the answer of a puzzle. */
export interface PuzzleLevel {
  level: string;
  found: number;
  tried: number;
}

/** A puzzle: its position as the seat knew it, what the seat heard before, and the evidence. */
export interface PuzzlePage {
  puzzle: PuzzleLine;
  spot: LiveSpot;
  before: Happened[];
  iterations: number;
  costs: PuzzleCost[];
  levels: PuzzleLevel[];
}

/** The present person. */
export interface Me {
  id: string;
  name: string;
  language: string;
  account: string | null;
  created_at: number;
  ratings: Rating[];
}

/** OpenSkill (Plackett–Luce) of a person or a bot's level, by game and pool. */
export interface Rating {
  game: string;
  pool: "bots" | "people";
  mu: number;
  sigma: number;
  matches: number;
}

/** Who one is now. Browsers get a cookie; programs send the token as `Authorization: Bearer …` or in `hello`. */
export interface Identity {
  person: Me;
  token: string;
}

/** Who asks; nobody yet at a first visit. `at_machine` tells whoever sits at the server itself, and may let people in this room in. */
export interface Visitor {
  person: Me | null;
  at_machine: boolean;
}

/** The address for people in this room, if they are let in; and whether somebody has come. */
export interface Nearby {
  address: string | null;
  reached: boolean;
}

/** What everyone may know of a person. */
export interface Someone {
  id: string;
  name: string;
  ratings: Rating[];
}

/** Finished matches, newest first; `before` of the last answer gives older ones. */
export interface History {
  matches: HistoryLine[];
  before: string | null;
}

/** A finished match of a person. */
export interface HistoryLine {
  table: string;
  number: number;
  game: string;
  pool: "bots" | "daily" | "people";
  at: number;
  players: number;
  seats: SeatResult[];
}

/** How a seat ended. */
export interface SeatResult {
  seat: number;
  person: string | null;
  bot: string | null;
  name: string;
  points: number;
  won: number;
  rank: number;
  stood_in: boolean;
}

/** What a person's matches came to. */
export interface Statistics {
  games: GameStatistics[];
  ratings: Rating[];
}

/** What a person's matches of a game came to, among people only or with bots. */
export interface GameStatistics {
  game: string;
  pool: "bots" | "people";
  matches: number;
  wins: number;
  points: number;
}

/** An option of a game: a flag (true or false) or a choice of values, with the rule that explains it. */
export interface OptionInfo {
  name: string;
  kind: "choice" | "flag";
  values: (string | boolean | null)[];
  default: string | boolean | null;
  rule: string;
}

/** The facts of a game. */
export interface GameInfo {
  name: string;
  title: string;
  least_players: number;
  most_players: number;
  made_of: string;
  hidden: string;
  options: OptionInfo[];
  rule_prefix: string;
  rules_version: number;
  ready: boolean;
}

/** A level that a bot can have. */
export interface LevelInfo {
  name: string;
  thinks: boolean;
}

/** All that a host can choose from. */
export interface Catalogue {
  games: GameInfo[];
  levels: LevelInfo[];
  most_rounds: number;
}

/** A table in a list. */
export interface TableLine {
  id: string;
  code: string;
  game: string;
  status: string;
  public: boolean;
  spectators: boolean;
  host: string;
  seats: SeatLine[];
  free: number;
  created_at: number;
  updated_at: number;
}

/** A seat as lists show it: free if it has no name. */
export interface SeatLine {
  name: string | null;
  bot: string | null;
}

/** Public tables, newest first: those with free seats, and those where a match can be watched. */
export interface TableLists {
  joinable: TableLine[];
  watchable: TableLine[];
}

/** Where the present person has a seat: those not over first. */
export interface MyTables {
  tables: TableLine[];
}

/** The review of a finished match, or how far it is: `done` of `total` decisions. */
export interface MatchReview {
  state: ReviewState;
  offered: boolean;
  done: number;
  total: number;
  review: Review | null;
}

/** How far a review is. */
export type ReviewState = "none" | "waiting" | "working" | "done" | "failed";

/** All that is found about a match. */
export interface Review {
  elftafel_review: number;
  game: string;
  rules_version: number;
  iterations: number;
  seed: number;
  seats: Account[];
  decisions: Decision[];
  chart: Point[];
  turns: Turn[];
}

/** A seat's result as a sum: even share + choices + others + deal + draw. Shares of a win. */
export interface Account {
  result: number;
  even: number;
  choices: number;
  choices_error: number;
  others: number;
  others_error: number;
  deal: number;
  draw: number;
  told: Told;
  decisions: number;
  loss: number;
  loss_error: number;
  marks: Record<string, number>;
}

/** What may be said about a seat's choices after one match. */
export type Told = "unclear" | "gained" | "cost";

/** One decision: what was played, what would have been best, and what that cost in shares of a win. */
export interface Decision {
  ply: number;
  round: number;
  seat: number;
  played: number;
  best: number;
  move: AnyMove;
  better: AnyMove;
  mark: Mark;
  loss: number;
  error: number;
  hindsight: Hindsight;
  gain: number;
  gain_error: number;
  why: Reason[];
  instead: Reason[];
  right: number[];
}

/** What a decision is called. */
export type Mark = "fine" | "inaccuracy" | "mistake" | "blunder";

/** What open cards say to a decision. */
export type Hindsight = "nothing" | "unlucky" | "lucky";

/** Everybody's chance to win at one moment, with all cards known. */
export interface Point {
  ply: number;
  round: number;
  chances: number[];
}

/** A turning point: between two points of the chart a seat's chance changed most. */
export interface Turn {
  point: number;
  seat: number;
  before: number;
  after: number;
  cause: Cause;
  decision: number | null;
}

/** What turned a match. */
export type Cause = "deal" | "choice" | "cards";

/** Own mistakes to look at again: those that are due, the longest first, or all of one match. */
export interface Mistakes {
  mistakes: MistakeRow[];
}

/** An own mistake, and when it comes again (null: it is learned). */
export interface MistakeRow {
  table: string;
  ply: number;
  game: string;
  mark: string;
  kind: string;
  loss: number;
  found: number;
  due_at: number | null;
}

/** An own mistake as a live decision: any move of `spot.then` is something better. */
export interface MistakeAgain {
  spot: LiveSpot;
  round: number;
  move: AnyMove;
  found: number;
  due_at: number | null;
}

/** How often a reason was overlooked; `kind` is its key. */
export interface KindOfMistake {
  kind: string;
  count: number;
}

/** The own choices in a game: matches that were looked back at, the newest first, and kinds of mistakes. */
export interface OwnChoices {
  game: string;
  matches: ChoicesRow[];
  kinds: KindOfMistake[];
}

/** What a review found about a person's choices in a match. Shares of a win. */
export interface ChoicesRow {
  table: string;
  game: string;
  at: number;
  decisions: number;
  choices: number;
  choices_error: number;
  cards: number;
}

/** The own choices, by game. */
export interface ChoicesByGame {
  games: OwnChoices[];
}

/** The process answers. */
export interface Health {
  ok: boolean;
  version: string;
}

/** Whether this server can serve tables, and what is missing. */
export interface Readiness {
  ready: boolean;
  database: boolean;
  games: Record<string, boolean>;
  missing: string[];
}

/** How a person stands with a deal of the day; no numbers while it is played. */
export interface DailyTry {
  table: string;
  over: boolean;
  counted: boolean;
  points: number | null;
  lead: number | null;
  rank: number | null;
}

/** A deal of the day. Its secret and seed are null until the day is over. */
export interface DailyGame {
  game: string;
  name: string;
  seats: number;
  level: string;
  commitment: string;
  secret: string | null;
  seed: string | null;
  finished: number;
  own: DailyTry | null;
}

/** Of a deal that is still to come: the hash of its secret. */
export interface Sealed {
  game: string;
  name: string;
  commitment: string;
}

/** A group in a list. */
export interface BoardLine {
  id: string;
  name: string;
}

/** The deals of a day. Days are those of UTC. */
export interface DailyPage {
  day: string;
  today: string;
  first: string;
  now: number;
  ends_at: number;
  games: DailyGame[];
  next_day: string;
  next_games: Sealed[];
  streak: number;
  best_streak: number;
  boards: BoardLine[];
}

/** How many people have this lead. */
export interface LeadCount {
  lead: number;
  people: number;
}

/** What everybody made of a deal. On its day only for those who have a result. */
export interface DailyResult {
  day: string;
  game: string;
  own: DailyTry | null;
  counts: LeadCount[];
  people: number;
  better_than: number | null;
  expert_lead: number | null;
  expert_comes: boolean;
}

/** What a member made of a deal; `lead` is null as long as you have no result of that deal yourself. */
export interface BoardResult {
  game: string;
  lead: number | null;
}

/** A member of a group with the results of a day. */
export interface BoardMember {
  id: string;
  name: string;
  results: BoardResult[];
}

/** A group that compares its results of a day. Whoever has the link may look and join. */
export interface DailyBoard {
  id: string;
  name: string;
  day: string;
  today: string;
  first: string;
  member: boolean;
  members: BoardMember[];
}

export const VERSION = 2;

export const MOST_CHAT = 300;
