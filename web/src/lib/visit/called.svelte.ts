/** A player is called when they are asked something: by the tab's title and icon, and by a notification. */
import { untrack } from "svelte";
import { m } from "$words";
import { showTitle } from "$lib/pages/title";
import { settings } from "$lib/person/settings.svelte";
import { hush, notify } from "$lib/play/notify";
import type { Table } from "$lib/table/table.svelte";

const NAME = "Elftafel";

/**
 * Call it while a component is set up. `title` names the game, `path` is the page that the
 * notification leads to. There is one notification a turn, gone as soon as the turn is over.
 */
export function callPlayer(table: Table, title: () => string, path: string): void {
  const asked = $derived(table.isAsked);
  $effect(() => showTitle(`${title()} – ${NAME}`, asked));
  $effect(() => {
    if (!asked) void hush(path);
    else if (settings.now.notify) untrack(() => void notify(title(), m.your_turn(), path));
  });
  $effect(() => () => {
    showTitle(NAME, false);
    void hush(path);
  });
}
