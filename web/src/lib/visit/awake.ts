/** Keeps a screen on that nobody touches, as far as the browser allows it. */

/** Ask for it, again whenever the page comes back; the result ends it. */
export function stayAwake(): () => void {
  let lock: WakeLockSentinel | null = null;
  let over = false;
  const ask = async () => {
    if (document.hidden || !("wakeLock" in navigator)) return;
    try {
      lock = await navigator.wakeLock.request("screen");
      if (over) void lock.release();
    } catch {
      // a low battery, or a browser that does not want to
    }
  };
  void ask();
  document.addEventListener("visibilitychange", ask);
  return () => {
    over = true;
    document.removeEventListener("visibilitychange", ask);
    void lock?.release();
  };
}
