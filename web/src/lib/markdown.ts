/** The little Markdown of our rulebooks: titles, lists, paragraphs; bold, code, and rule ids in brackets. */

export type Block = { kind: "title"; level: number; text: string } | { kind: "list"; items: string[] } | { kind: "text"; text: string };

/** A document as blocks. */
export function read(text: string): Block[] {
  const found: Block[] = [];
  for (const chunk of text.split(/\n\s*\n/)) {
    for (const line of chunk.split("\n")) {
      const title = /^(#+)\s+(.*)$/.exec(line);
      const item = /^\s*[-*] (.*)$/.exec(line);
      const last = found.at(-1);
      if (title) found.push({ kind: "title", level: title[1]?.length ?? 1, text: title[2] ?? "" });
      else if (item && last?.kind === "list") last.items.push(item[1] ?? "");
      else if (item) found.push({ kind: "list", items: [item[1] ?? ""] });
      else if (!line.trim()) continue;
      else if (last?.kind === "list" && /^\s/.test(line)) last.items.push(`${last.items.pop() ?? ""} ${line.trim()}`);
      else if (last?.kind === "text" && !chunk.startsWith(line)) last.text += ` ${line.trim()}`;
      else found.push({ kind: "text", text: line.trim() });
    }
  }
  return found;
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
