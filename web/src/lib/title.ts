/** The tab: its title, a dot on its sign, and a notification, so that nobody misses their turn. */

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

/** Whether notifications could be shown here. */
export const canNotify = () => typeof Notification !== "undefined" && Notification.permission !== "denied";

/** Ask the browser for leave to notify. */
export async function askToNotify(): Promise<boolean> {
  if (!canNotify()) return false;
  return (await Notification.requestPermission()) === "granted";
}

let shown: Notification | null = null;

/** Tell a person who looks elsewhere that it is their turn. */
export function notify(title: string, text: string): void {
  if (!document.hidden || typeof Notification === "undefined" || Notification.permission !== "granted") return;
  shown?.close();
  try {
    shown = new Notification(title, { body: text, icon: "/icon-192.png", tag: "turn" });
    shown.onclick = () => {
      focus();
      shown?.close();
    };
  } catch {
    // some phones allow them from a service worker only
    void navigator.serviceWorker?.ready.then((worker) => worker.showNotification(title, { body: text, tag: "turn" }));
  }
}

addEventListener("visibilitychange", () => {
  if (!document.hidden) shown?.close();
});
