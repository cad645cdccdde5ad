import { describe, expect, it } from "vitest";
import { anchors, parts, read } from "./markdown";
import { ruleIn } from "./rulebook";

describe("rulebooks", () => {
  const book =
    "# Title\n\n## Part\n\n- One rule here that is long enough. [XY-1]\n- Two rules stand in this line, really. [XY-2] And a third one after it, too. [XY-3, XY-10]\n";

  it("tell a rule by its id", () => {
    expect(ruleIn(book, "XY-1")).toBe("One rule here that is long enough.");
    expect(ruleIn(book, "XY-3")).toBe("And a third one after it, too.");
    expect(ruleIn(book, "XY-10")).toBe("And a third one after it, too.");
    expect(ruleIn(book, "XY-9")).toBe("");
  });

  it("are read as titles, lists and text", () => {
    expect(read(book)).toMatchObject([{ kind: "title", level: 1 }, { kind: "title", level: 2 }, { kind: "list" }]);
    expect(parts("a **b** `c` [XY-1, XY-2]")).toEqual([
      { kind: "text", text: "a " },
      { kind: "strong", text: "b" },
      { kind: "text", text: " " },
      { kind: "code", text: "c" },
      { kind: "text", text: " " },
      { kind: "ids", ids: ["XY-1", "XY-2"] },
    ]);
  });

  it("have an anchor where a rule is told first", () => {
    const places = anchors(read(`${book}\nText that tells of it again. [XY-1]\n`));
    expect(Object.fromEntries(places)).toEqual({ "XY-1": "2 0 0", "XY-2": "2 1 0", "XY-3": "2 1 1", "XY-10": "2 1 1" });
  });
});
