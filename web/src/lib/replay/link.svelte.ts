/** The address of a replay: it follows the step that is shown, and can be passed on. */
import { copyText } from "$lib/pages/copy";
import { answer } from "$lib/play/announce";
import { m } from "$words";

const ADDRESS = 300; // milliseconds: browsers stop a page that changes its address too often
const COPIED = 2500; // milliseconds that the button says so

/** Call it while a component is set up: the address bar follows. */
export function addressFollows(address: () => string | null): void {
  const wanted = $derived(address());
  $effect(() => {
    const path = wanted;
    if (path === null) return;
    const timer = setTimeout(() => history.replaceState(history.state, "", path), ADDRESS);
    return () => clearTimeout(timer);
  });
}

/** A link to pass on: copied, or shared by the phone where that is all it can. */
export class Link {
  isCopied = $state(false);

  async share(path: string): Promise<void> {
    const link = location.origin + path;
    if (!navigator.clipboard && typeof navigator.share === "function") {
      await navigator.share({ url: link }).catch(() => undefined);
      return;
    }
    if (!(await copyText(link))) return;
    this.isCopied = true;
    answer(m.copied());
    setTimeout(() => (this.isCopied = false), COPIED);
  }
}
