// The service worker: serves the shell of the page when the network is slow or gone. What is live
// stays live.
const FILES = __FILES__;
const NAME =
  "elftafel-" +
  FILES.join()
    .split("")
    .reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) >>> 0, 7);
const SHELL = "/";
const ROUTES = /^\/($|t\/|j\/|replay\/|rules\/|learn\/|fair\/|me$)/;

self.addEventListener("install", (event) => {
  event.waitUntil(
    caches
      .open(NAME)
      .then((cache) => cache.addAll([SHELL, ...FILES, "/icon.svg", "/icon-turn.svg", "/manifest.webmanifest"]))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener("activate", (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((name) => name !== NAME).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin || url.pathname.startsWith("/api")) return;
  if (request.mode === "navigate") {
    // The server's page first: it may be newer. The kept one when there is no network.
    if (ROUTES.test(url.pathname)) event.respondWith(fetch(request).catch(() => caches.match(SHELL)));
  } else if (url.pathname.startsWith("/assets/")) {
    event.respondWith(caches.match(request).then((kept) => kept || fetch(request)));
  }
});

// A click on "your turn" leads to that table: the window that shows it, or a new one.
self.addEventListener("notificationclick", (event) => {
  const path = event.notification.data.path;
  event.notification.close();
  event.waitUntil(
    self.clients.matchAll({ type: "window" }).then((pages) => {
      const page = pages.find((one) => new URL(one.url).pathname === path);
      return page ? page.focus() : self.clients.openWindow(path);
    }),
  );
});
