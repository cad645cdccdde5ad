/** The title and the icon of the tab: both show when the person is asked something. */

let plain = "";

/** Set the title. `yourTurn` puts a dot before it and on the icon. */
export function showTitle(text: string, yourTurn: boolean): void {
  document.title = yourTurn ? `● ${text}` : text;
  const wanted = yourTurn ? "/icon-turn.svg" : "/icon.svg";
  if (plain === wanted) return;
  plain = wanted;
  const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  if (link) link.href = wanted;
}
