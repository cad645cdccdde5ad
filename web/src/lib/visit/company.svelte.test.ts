import { flushSync } from "svelte";
import { beforeEach, expect, it, vi } from "vitest";
import { api } from "$lib/net/api";
import type { Table } from "$lib/table/table.svelte";
import type { Identity } from "$lib/wire";
import { hears, living, tableWith } from "$tests/living.svelte";
import { happened, played, positionOf, seated, tableOf } from "$tests/scene";
import { Company, membersOf } from "./company.svelte";

const CHAIRS = [seated("ana", "Ana"), seated("bo", "Bo"), seated("cy", "Cy")];
const playing = tableOf({ status: "playing", chairs: CHAIRS });
const at = (person: string, seat: number) => tableWith({ person, seat, table: playing, position: positionOf(4, 0) });

/** Ana's device, at which Bo sits too; Cy is elsewhere. */
function scene(): { company: Company; own: Table; bo: Table } {
  localStorage.setItem(
    "elftafel.company",
    JSON.stringify([{ table: "t1", members: [{ person: "bo", name: "Bo", token: "b" }] }]),
  );
  const own = at("ana", 0);
  const bo = at("bo", 1);
  const open = vi.fn(() => bo);
  let company!: Company;
  living(() => (company = new Company(own, open)));
  expect(open).toHaveBeenCalledWith("t1", { token: "b" });
  expect(company.next).toBe(own); // whoever opens the page again says so first
  company.take(own);
  return { company, own, bo };
}
const turn = (n: number, by: number, seat: number | null, more = {}) => played(n, by, [], positionOf(n, seat, more));
const tell = (tables: Table[], message: ReturnType<typeof happened>) => tables.forEach((one) => hears(one, message));

beforeEach(() => localStorage.clear());

it("changes nothing for one who sits alone", () => {
  const own = at("ana", 0);
  let company!: Company;
  living(() => (company = new Company(own)));
  hears(own, turn(6, 0, 1));
  expect(company.isShared).toBe(false);
  expect(company.next).toBeNull();
});

it("lets the curtain fall before another person of this device, and not for others", () => {
  const { company, own, bo } = scene();
  expect(company.next).toBeNull();
  tell([own, bo], turn(6, 0, 1));
  expect(company.next).toBe(bo);
  company.take(bo);
  expect([company.shown, company.next]).toEqual([bo, null]);
  expect([own.isSilent, bo.isSilent]).toEqual([true, false]);
  tell([own, bo], turn(7, 1, 2)); // Cy plays on a device of their own
  expect(company.next).toBeNull();
  tell([own, bo], turn(8, 2, 0));
  expect(company.next).toBe(own);
});

it("shows a step to its end before the curtain falls", () => {
  const { company, own, bo } = scene();
  own.busy = true;
  tell([own, bo], turn(6, 0, 1));
  expect(company.next).toBeNull();
  own.busy = false;
  expect(company.next).toBe(bo);
});

it("needs no curtain between rounds, and is ready for everybody at once", () => {
  const { company, own, bo } = scene();
  tell([own, bo], turn(6, 0, null, { between_rounds: true }));
  expect(company.next).toBeNull();
  tell([own, bo], happened(7, { kind: "readied", seat: 0 }, { ...playing, ready: [0] }));
  flushSync();
  expect(bo.send).toHaveBeenCalledExactlyOnceWith({ t: "next_round", ply: 6 });
});

it("leaves a seat to the bot that plays for it", () => {
  const { company, own, bo } = scene();
  const chairs = CHAIRS.map((chair) => (chair.person === "bo" ? { ...chair, stand_in: "casual" } : chair));
  tell([own, bo], happened(6, null, { ...playing, chairs }));
  tell([own, bo], turn(7, 0, 1));
  expect(company.next).toBeNull();
});

it("seats somebody else, and remembers them for the rematch", async () => {
  const own = tableWith();
  const other = tableWith({ person: "bo", seat: null });
  const bo = { person: { id: "bo", name: "Bo" }, token: "b" } as unknown as Identity;
  const arrive = vi.spyOn(api, "arriveBeside").mockResolvedValue(bo);
  let company!: Company;
  living(() => (company = new Company(own, () => other)));
  await company.sit("Bo", 2);
  expect(arrive).toHaveBeenCalledWith("Bo", "en");
  expect(other.order).toHaveBeenCalledWith(expect.objectContaining({ t: "sit", seat: 2 }));
  expect(membersOf("t1")).toEqual([{ person: "bo", name: "Bo", token: "b" }]);
  hears(own, happened(6, { kind: "rematched", table: "t2" }, tableOf({ status: "over", rematch: "t2" })));
  expect(membersOf("t2")).toEqual(membersOf("t1"));
  await company.leave();
  expect(other.order).toHaveBeenLastCalledWith({ t: "leave" });
  expect(membersOf("t1")).toEqual([]);
});

it("keeps nobody who got no seat", async () => {
  const own = tableWith();
  const other = tableWith({ person: "bo", seat: null });
  other.problem = "seat_taken";
  vi.mocked(other.order).mockResolvedValue(false);
  const bo = { person: { id: "bo", name: "Bo" }, token: "b" } as unknown as Identity;
  vi.spyOn(api, "arriveBeside").mockResolvedValue(bo);
  let company!: Company;
  living(() => (company = new Company(own, () => other)));
  await company.sit("Bo", 2);
  expect(company.isShared).toBe(false);
  expect(own.problem).toBe("seat_taken");
  expect(membersOf("t1")).toEqual([]);
});
