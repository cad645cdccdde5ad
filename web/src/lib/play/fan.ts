/**
 * How a hand is laid out in the place that it has: as large as it can be, in as few lines as
 * needed. Cards overlap where they must; enough of each stays to be seen and tapped.
 */

/** Pixels of each card that are seen at least; a hand that has less scrolls. */
const LEAST = 28;
/** Pixels that a finger hits surely: where less is seen, the first tap only raises a card. */
export const SURE = 40;
/** The part of a card's width that its corner takes: a number of two digits can be read by it. */
const CORNER = 0.47;

export interface Fan {
  lines: number;
  /** Cards in a full line. */
  across: number;
  /** The width of a card. */
  card: number;
  /** From one card to the next. */
  pitch: number;
  /** From one line to the next. */
  drop: number;
  /** Less of some card is seen than a finger hits surely. */
  tight: boolean;
  /** Wider than its place. */
  scrolls: boolean;
}

export interface Room {
  width: number;
  height: number;
  /** The height of a card, in widths. */
  ratio: number;
  /** Between cards that do not overlap. */
  gap: number;
  /** Cards are not made smaller than this in order to be hit surely. */
  small: number;
  /** What cannot be read by its corner: it overlaps only if there is no other way. */
  whole?: boolean;
}

const MOST_LINES = 5;

/** The layout of so many cards. */
export function fanOf(count: number, room: Room): Fan {
  const options = Array.from({ length: Math.min(MOST_LINES, Math.max(1, count)) }, (_, i) => i + 1);
  const sure = options.flatMap((lines) => fit(count, lines, SURE, room) ?? []).filter((one) => one.card >= room.small);
  const tight = options.flatMap((lines) => fit(count, lines, LEAST, room) ?? []).filter((one) => one.card >= LEAST);
  const whole = room.whole
    ? options.map((lines) => apart(count, lines, room)).filter((one) => Math.min(one.pitch, one.drop) >= LEAST)
    : [];
  return largest(whole) ?? largest(sure) ?? largest(tight) ?? scrolling(count, room);
}

/** So many cards in so many lines, of which at least `seen` pixels are seen both ways; null if that cannot be. */
function fit(count: number, lines: number, seen: number, room: Room): Fan | null {
  const across = Math.ceil(count / lines);
  const { width, height, ratio, gap } = room;
  const card = Math.min(
    (height - (lines - 1) * seen) / ratio,
    width - (across - 1) * seen,
    width / (1 + (across - 1) * CORNER),
  );
  if (card <= 0) return null;
  const pitch = across > 1 ? Math.min(card + gap, (width - card) / (across - 1)) : card + gap;
  const drop = lines > 1 ? Math.min(card * ratio + gap, (height - card * ratio) / (lines - 1)) : card * ratio;
  return { lines, across, card, pitch, drop, tight: Math.min(pitch, drop) < SURE - 0.01, scrolls: false };
}

/** So many cards in so many lines, side by side. */
function apart(count: number, lines: number, { width, height, ratio, gap }: Room): Fan {
  const across = Math.ceil(count / lines);
  const card = Math.min((width + gap) / across - gap, (height - (lines - 1) * gap) / lines / ratio);
  const spread = across > 1 ? Math.min(SURE, (width - card) / (across - 1)) : 0; // easier to hit
  const pitch = Math.max(card + gap, spread);
  const drop = card * ratio + gap;
  return { lines, across, card, pitch, drop, tight: Math.min(pitch, drop) < SURE - 0.01, scrolls: false };
}

/** The one with the largest cards, the first of equals. */
function largest(fans: Fan[]): Fan | null {
  return fans.reduce<Fan | null>((best, one) => (best && best.card >= one.card - 0.5 ? best : one), null);
}

/** More cards than fit: as many lines as there is room for, and the rest to the right. */
function scrolling(count: number, room: Room): Fan {
  const card = Math.min(room.small, room.height / room.ratio);
  const lines = Math.max(1, Math.min(count, 1 + Math.floor((room.height - card * room.ratio) / LEAST)));
  const drop = lines > 1 ? (room.height - card * room.ratio) / (lines - 1) : card * room.ratio;
  return { lines, across: Math.ceil(count / lines), card, pitch: LEAST, drop, tight: true, scrolls: true };
}

/** The line of a card, its place there, and how many lie in it: lines differ by one card at most. */
function inLine(fan: Fan, count: number, i: number): { line: number; column: number; cards: number } {
  const fewer = Math.floor(count / fan.lines);
  const full = count % fan.lines; // lines with one card more, which come first
  const before = full * (fewer + 1);
  if (i < before) return { line: Math.floor(i / (fewer + 1)), column: i % (fewer + 1), cards: fewer + 1 };
  return { line: full + Math.floor((i - before) / fewer), column: (i - before) % fewer, cards: fewer };
}

/** Where a card of the fan lies: its left and upper edge, from the middle of the place. */
export function spotIn(fan: Fan, count: number, i: number): { x: number; y: number; turn: number } {
  const { line, column, cards } = inLine(fan, count, i);
  const span = (Math.min(count, fan.across) - 1) * fan.pitch; // of a full line
  const pitch = fan.pitch < fan.card && cards > 1 ? Math.min(1.25 * fan.card, span / (cards - 1)) : fan.pitch;
  const x = column * pitch - (span + fan.card) / 2;
  const bent = fan.lines === 1 && fan.pitch < fan.card ? (2 * column) / Math.max(1, cards - 1) - 1 : 0;
  return { x, y: line * fan.drop + bent * bent * fan.card * 0.05, turn: bent * 3 };
}
