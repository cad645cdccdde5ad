import { expect, it } from "vitest";
import { isOnlyHere } from "./address";

it.each([
  ["localhost", true],
  ["tafel.localhost", true],
  ["127.0.0.1", true],
  ["[::1]", true],
  ["192.168.0.11", false],
  ["elftafel.example", false],
  ["localhost.example", false],
])("only this computer knows %s: %s", (host, only) => expect(isOnlyHere(host)).toBe(only));
