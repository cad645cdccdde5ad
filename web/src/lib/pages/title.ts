/** The tab: its title, and a dot on its sign when something is asked. */

let plain = "";

/** The title of the page; with a mark in front when something is asked of the person. */
export function showTitle(text: string, yourTurn: boolean): void {
  document.title = yourTurn ? `● ${text}` : text;
  const wanted = yourTurn ? "/icon-turn.svg" : "/icon.svg";
  if (plain === wanted) return;
  plain = wanted;
  const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  if (link) link.href = wanted;
}
