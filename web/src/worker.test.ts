import { beforeEach, expect, it, vi } from "vitest";
import text from "./worker.js?raw";

type Handler = (event: unknown) => void;
const handlers = new Map<string, Handler>();
const focus = vi.fn();
const openWindow = vi.fn();
const pages = ["/", "/t/one", "/t/two"].map((path) => ({ url: `https://host${path}`, focus: () => focus(path) }));

beforeEach(() => {
  const source = text.replace("__FILES__", "[]");
  const self = {
    addEventListener: (kind: string, handler: Handler) => handlers.set(kind, handler),
    clients: { matchAll: async () => pages, openWindow },
  };
  new Function("self", source)(self);
});

async function click(path: string): Promise<void> {
  const close = vi.fn();
  let work: Promise<unknown> = Promise.resolve();
  handlers.get("notificationclick")?.({
    notification: { data: { path }, close },
    waitUntil: (given: Promise<unknown>) => (work = given),
  });
  await work;
  expect(close).toHaveBeenCalled();
}

it("a click on a notification leads to its table", async () => {
  await click("/t/two");
  expect(focus).toHaveBeenCalledExactlyOnceWith("/t/two");
  expect(openWindow).not.toHaveBeenCalled();
});

it("and opens it if no window shows it", async () => {
  await click("/t/three");
  expect(openWindow).toHaveBeenCalledExactlyOnceWith("/t/three");
});
