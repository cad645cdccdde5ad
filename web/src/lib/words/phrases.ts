/** Parts of a sentence put together, as each language does it. */
import { tongue } from "./language.svelte";

/** Clauses with semicolons between them: French has a narrow space before each. */
export const clauses = (parts: readonly string[]): string => parts.join(tongue.now === "fr" ? "\u202f; " : "; ");
