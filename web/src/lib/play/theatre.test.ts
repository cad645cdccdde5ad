import { expect, it, vi } from "vitest";
import { plainGame, tableWith } from "$tests/living.svelte";
import { fly, notice } from "./motion";
import { openTheatre } from "./theatre";

vi.mock("./motion", () => ({ fly: vi.fn(), notice: vi.fn() }));

it("things fly from where they were before a step", () => {
  const motions = [{ from: "stock", to: "seat-1" }];
  const table = tableWith({}, plainGame({ motions: () => motions }));
  const places = [new DOMRect(1, 2, 3, 4)];
  vi.mocked(notice).mockReturnValue(places);
  const close = openTheatre(table);
  const beat = [{ event: "drew", seat: 1 }];
  table.theatre?.before(beat);
  expect(notice).toHaveBeenCalledWith(motions);
  expect(fly).not.toHaveBeenCalled();
  table.theatre?.after(beat);
  expect(fly).toHaveBeenCalledWith(motions, places);
  close();
  expect(table.theatre).toBeNull();
});
