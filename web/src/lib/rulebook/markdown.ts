/**
 * The little Markdown of our rulebooks: titles, lists, paragraphs, drawn examples; bold, code, and
 * rule ids in brackets.
 */

export type Block =
  | { kind: "title"; level: number; text: string }
  | { kind: "list"; items: string[] }
  | { kind: "figure"; caption: string; drawing: string }
  | { kind: "text"; text: string };

/** A document as blocks. */
export function read(text: string): Block[] {
  const blocks: Block[] = [];
  for (const chunk of text.split(/\n\s*\n/)) {
    for (const line of chunk.split("\n")) {
      const title = /^(#+)\s+(.*)$/.exec(line);
      const item = /^\s*[-*] (.*)$/.exec(line);
      const figure = /^!\[(.*)\]\(draw:(\S+)\)$/.exec(line);
      const last = blocks.at(-1);
      if (figure) blocks.push({ kind: "figure", caption: figure[1] ?? "", drawing: figure[2] ?? "" });
      else if (title) blocks.push({ kind: "title", level: title[1]?.length ?? 1, text: title[2] ?? "" });
      else if (item && last?.kind === "list") last.items.push(item[1] ?? "");
      else if (item) blocks.push({ kind: "list", items: [item[1] ?? ""] });
      else if (!line.trim()) continue;
      else if (last?.kind === "list" && /^\s/.test(line)) last.items.push(`${last.items.pop() ?? ""} ${line.trim()}`);
      else if (last?.kind === "text" && !chunk.startsWith(line)) last.text += ` ${line.trim()}`;
      else blocks.push({ kind: "text", text: line.trim() });
    }
  }
  return blocks;
}

export type Part = { kind: "text" | "strong" | "em" | "code"; text: string } | { kind: "ids"; ids: string[] };

/** A line as parts. */
export function parts(text: string): Part[] {
  return text
    .split(/(\*\*[^*]+\*\*|\*[^*]+\*|`[^`]+`|\[[A-Z]{2}-[^\]]*\])/)
    .filter((piece) => piece !== "")
    .map((piece) => {
      if (piece.startsWith("**")) return { kind: "strong", text: piece.slice(2, -2) };
      if (/^\*[^*]/.test(piece)) return { kind: "em", text: piece.slice(1, -1) };
      if (piece.startsWith("`")) return { kind: "code", text: piece.slice(1, -1) };
      if (/^\[[A-Z]{2}-/.test(piece)) return { kind: "ids", ids: piece.slice(1, -1).split(/[,;]\s*/) };
      return { kind: "text", text: piece };
    });
}

/** What is said with each rule, and the marks that end it. */
export interface Saying {
  parts: Part[];
  ids: string[];
}

/** A line as what is said with each rule; no ids behind the last one. */
export function sayings(text: string): Saying[] {
  const all: Saying[] = [];
  let open: Saying | null = null;
  for (const part of parts(text)) {
    const last = all.at(-1);
    const marks = !open && last && part.kind === "text" ? (/^[\u00a0\u202f]?[.,;:]+/.exec(part.text)?.[0] ?? "") : "";
    if (marks) last?.parts.push({ kind: "text", text: marks });
    const rest = marks && part.kind === "text" ? { ...part, text: part.text.slice(marks.length) } : part;
    if (rest.kind !== "ids" && rest.text === "") continue;
    if (!open) all.push((open = { parts: [], ids: [] }));
    open.parts.push(rest);
    if (rest.kind === "ids") {
      open.ids = rest.ids;
      open = null;
    }
  }
  return all;
}

const linesOf = (block: Block): string[] =>
  block.kind === "list" ? block.items : block.kind === "text" ? [block.text] : [];

/** Where each rule is told first: its id, and the places of block, line and saying ("2 0 1"). */
export function anchors(blocks: readonly Block[]): Map<string, string> {
  const first = new Map<string, string>();
  blocks.forEach((block, b) =>
    linesOf(block).forEach((text, l) =>
      sayings(text).forEach(({ ids }, s) => {
        for (const id of ids) if (!first.has(id)) first.set(id, `${b} ${l} ${s}`);
      }),
    ),
  );
  return first;
}
