// The service worker shows notifications and opens what they are about (PUSH-1). It caches nothing and handles no fetch.

/** The windows of the site, those of other logins too. */
const windows = () => self.clients.matchAll({ type: 'window', includeUncontrolled: true });
const pathOf = (client) => new URL(client.url).pathname;

async function show({ title, body, path, tag }) {
  const open = await windows();
  // Its page shows the change itself.
  if (open.some((one) => one.visibilityState === 'visible' && pathOf(one) === path)) return;
  await self.registration.showNotification(title, {
    body,
    tag,
    renotify: true,
    lang: 'sv',
    icon: '/icon-192.png',
    data: { path },
  });
}

async function openPage(path) {
  const open = await windows();
  const there = open.find((one) => pathOf(one) === path);
  if (there) return there.focus();
  for (const one of open) {
    // A window that this worker does not control refuses.
    const shown = await one.navigate(path).catch(() => null);
    if (shown) return shown.focus();
  }
  return self.clients.openWindow(path);
}

self.addEventListener('push', (event) => event.waitUntil(show(event.data.json())));

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openPage(event.notification.data.path));
});
