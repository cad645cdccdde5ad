/** Puts a game's own question in the place of the table's question: there it covers no card. */
import type { Attachment } from "svelte/attachments";

/** `{@attach docked}` on an element of class `dock`. Without a table around it stays where it is. */
export const docked: Attachment<HTMLElement> = (panel) => {
  const place = panel.closest(".play")?.querySelector(":scope > .question");
  place?.append(panel);
  place?.classList.add("docking");
  return () => {
    const others = Array.from(place?.querySelectorAll(".dock") ?? []).filter((other) => other !== panel);
    place?.classList.toggle("docking", others.length > 0);
  };
};
