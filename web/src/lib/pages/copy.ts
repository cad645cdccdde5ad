/** Copying a text, over plain http too: there browsers have no clipboard, but copy what is marked. */

/** True if the text is in the clipboard now. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyMarked(text);
  }
}

function copyMarked(text: string): boolean {
  const focused = document.activeElement;
  const field = document.createElement("textarea");
  field.value = text;
  field.readOnly = true; // a phone shows no keyboard for it
  field.className = "hidden";
  (document.querySelector("dialog[open]") ?? document.body).append(field); // nothing behind a dialog can be marked
  field.select();
  const copied = document.execCommand("copy");
  field.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return copied;
}
