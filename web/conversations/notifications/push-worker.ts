import type { PushMessage } from '#contract/conversations/push.ts';

// The service worker: it shows push messages, and the page of web/saved/offline-page.ts where a page cannot be reached. It caches
// nothing, and leaves all other requests alone. It is built to /push-worker.js (vite.config.ts), because a service worker keeps its address.

// The types of service workers (TypeScript's lib `webworker`) exclude those of pages in the same program.
interface WorkerEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface Tab {
  url: string;
  focus(): Promise<unknown>;
}
interface WorkerScope {
  registration: { showNotification(title: string, options: NotificationOptions): Promise<void> };
  clients: {
    matchAll(options: { type: 'window'; includeUncontrolled: true }): Promise<Tab[]>;
    openWindow(path: string): Promise<unknown>;
  };
  addEventListener(
    type: 'fetch',
    listener: (event: WorkerEvent & { request: Request; respondWith(response: Promise<Response>): void }) => void,
  ): void;
  addEventListener(
    type: 'push',
    listener: (event: WorkerEvent & { data: { json(): PushMessage } | null }) => void,
  ): void;
  addEventListener(
    type: 'notificationclick',
    listener: (event: WorkerEvent & { notification: Notification }) => void,
  ): void;
}
const worker = self as unknown as WorkerScope;

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.mode !== 'navigate' || request.method !== 'GET') return;
  event.respondWith(fetch(request).catch(async () => (await caches.match('/offline')) ?? Response.error()));
});

worker.addEventListener('push', (event) => {
  const message = event.data?.json();
  if (!message) return;
  const { title, body, path } = message;
  // One for each conversation: a further message takes the place of the last one.
  event.waitUntil(worker.registration.showNotification(title, { body, tag: path, icon: '/icon-192.png', data: path }));
});

worker.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(String(event.notification.data)));
});

/** Shows the page in a tab that already has it, or in a new one. */
async function open(path: string) {
  const tabs = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const tab = tabs.find(({ url }) => new URL(url).pathname === path);
  if (tab) await tab.focus();
  else await worker.clients.openWindow(path);
}
