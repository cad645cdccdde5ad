/** Puts a game's own question in the place of the table's question: there it covers no card. */
import type { Attachment } from "svelte/attachments";

/** `{@attach docked}` on an element of class `dock`. Without a table around it stays where it is. */
export const docked: Attachment<HTMLElement> = (panel) => {
  panel.closest(".play")?.querySelector(":scope > .question")?.append(panel);
};
