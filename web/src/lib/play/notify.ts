/**
 * Notifications of the system, for a person who looks elsewhere when it is their turn. Only after
 * they asked for them.
 */

export type Leave = "granted" | "default" | "denied";

/** What the browser allows; null where there are no notifications, as on plain http. */
export function leave(): Leave | null {
  return typeof Notification === "undefined" || !isSecureContext ? null : Notification.permission;
}

/** Ask the browser for permission; true if it is given. */
export async function askLeave(): Promise<boolean> {
  return leave() !== null && (await Notification.requestPermission()) === "granted";
}

const registration = async () => navigator.serviceWorker?.getRegistration();
const shown = new Map<string, Notification>();

/** Notify that something is asked on one of our pages; a click leads there. */
export async function notify(title: string, body: string, path: string): Promise<void> {
  if (!document.hidden || leave() !== "granted") return;
  const options = { body, icon: "/icon-192.png", tag: path, data: { path } };
  try {
    const made = new Notification(title, options);
    shown.set(path, made);
    made.onclick = () => {
      focus();
      made.close();
    };
  } catch {
    // Phones allow them from a service worker only; it answers the click.
    await (await registration())?.showNotification(title, options);
  }
}

/** Close the notification of a page: it was seen, or nothing is asked there any more. */
export async function hush(path: string): Promise<void> {
  shown.get(path)?.close();
  shown.delete(path);
  if (leave() !== "granted") return;
  for (const old of (await (await registration())?.getNotifications({ tag: path })) ?? []) old.close();
}
