import { afterEach, expect, it, vi } from "vitest";
import { copyText } from "./copy";

afterEach(() => {
  vi.unstubAllGlobals();
  document.body.replaceChildren();
});

function oldWay(works: boolean) {
  const marked: string[] = [];
  document.execCommand = vi.fn(() => {
    marked.push((document.querySelector("textarea") as HTMLTextAreaElement).value);
    return works;
  });
  return marked;
}

it("uses the clipboard where there is one", async () => {
  const writeText = vi.fn().mockResolvedValue(undefined);
  vi.stubGlobal("navigator", { clipboard: { writeText } });
  expect(await copyText("http://192.168.0.11:1111/j/ABCD")).toBe(true);
  expect(writeText).toHaveBeenCalledExactlyOnceWith("http://192.168.0.11:1111/j/ABCD");
});

it("marks and copies over plain http, leaves nothing behind, and gives the focus back", async () => {
  vi.stubGlobal("navigator", {});
  const marked = oldWay(true);
  const button = document.body.appendChild(document.createElement("button"));
  button.focus();
  expect(await copyText("a link")).toBe(true);
  expect(marked).toEqual(["a link"]);
  expect(document.querySelector("textarea")).toBeNull();
  expect(document.activeElement).toBe(button);
});

it("says so if nothing can be copied", async () => {
  vi.stubGlobal("navigator", {});
  oldWay(false);
  expect(await copyText("a link")).toBe(false);
});
