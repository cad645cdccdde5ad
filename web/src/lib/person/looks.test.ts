import { describe, expect, it } from "vitest";
import { lookOf, PARTS, readLook, writeLook, type Part } from "./looks";

const people = Array.from({ length: 400 }, (_, i) => `person-${i}`);

describe("a look", () => {
  it("is the same for the same person", () => expect(lookOf("ana")).toEqual(lookOf("ana")));

  it("differs between people", () => {
    expect(new Set(people.map((one) => writeLook(lookOf(one)))).size).toBeGreaterThan(390);
  });

  it.each(Object.keys(PARTS) as Part[])("uses every %s about equally often", (part) => {
    const counts = Array.from({ length: PARTS[part] }, () => 0);
    for (const one of people) counts[lookOf(one)[part]]! += 1;
    expect(Math.min(...counts)).toBeGreaterThan((people.length / PARTS[part]) * 0.5);
  });

  it("is written and read", () => {
    for (const one of people.slice(0, 20)) expect(readLook(writeLook(lookOf(one)))).toEqual(lookOf(one));
    for (const bad of ["", "123", "9999999", "01x2345", "01234567"]) expect(readLook(bad)).toBeNull();
  });
});
