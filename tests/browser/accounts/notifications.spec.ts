import { createConfirmedOwner, signIn, withRandomIpAddress } from '#tests/browser/support/accounts.ts';
import { expect, expectAccessible, LONG, open, test } from '#tests/browser/support/fixtures.ts';
import { postListing } from '#tests/browser/support/listings.ts';

test.use({ ...withRandomIpAddress, serviceWorkers: 'allow' });

/** A push service that takes every browser: the real ones are on the internet. */
function simulatePushService() {
  let current: object | null = null;
  const subscription = {
    endpoint: `https://fcm.googleapis.com/fcm/send/${Math.random().toString(36).slice(2)}-of-a-test`,
    options: { applicationServerKey: null },
    toJSON() {
      return {
        endpoint: this.endpoint,
        keys: {
          p256dh: 'BGsX0fLhLEJH-Lzm5WOkQPJ3A32BLeszoPShOUXYmMKWT-NC4v4af5uO5-tKfA-eFivOM1drMV7Oy7ZAaDe_UfU',
          auth: 'x'.repeat(22),
        },
      };
    },
    unsubscribe: async () => {
      current = null;
      return true;
    },
  };
  Object.assign(PushManager.prototype, {
    subscribe: async () => {
      current = subscription;
      return subscription;
    },
    getSubscription: async () => current,
  });
}

test('An owner turns notifications on and off, and a message shows one that opens the conversation', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['notifications']);
  await context.addInitScript(simulatePushService);
  const owner = await createConfirmedOwner(page);
  await signIn(page, owner);
  await postListing(page);
  await open(page, '/account');
  await page.getByRole('button', { name: 'Notify me in this browser' }).click();
  const button = page.getByRole('button', { name: 'Notifications on' });
  await expect(button).toHaveAttribute('aria-pressed', 'true');
  await expectAccessible(page);

  // What a push service would deliver, decrypted; Chromium without a window shows no notifications.
  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'));
  const message = { title: 'Maria wrote', body: 'Our water heater leaks.', path: '/conversations/1' };
  const found = await worker.evaluate(async (sent) => {
    const scope = globalThis as unknown as {
      registration: { showNotification: (title: string, options: object) => Promise<void> };
      clients: { openWindow: (path: string) => Promise<null> };
      PushEvent: new (type: string, init: object) => Event;
    };
    const calls: unknown[] = [];
    const waits: Promise<unknown>[] = [];
    scope.registration.showNotification = async (title, { body, data }: { body?: string; data?: string }) =>
      void calls.push({ title, body, data });
    scope.clients.openWindow = async (path) => {
      calls.push({ opened: path });
      return null;
    };
    dispatchEvent(new scope.PushEvent('push', { data: JSON.stringify(sent) }));
    const notification = { data: sent.path, close: () => calls.push('closed') };
    dispatchEvent(
      Object.assign(new Event('notificationclick'), {
        notification,
        waitUntil: (work: Promise<unknown>) => waits.push(work),
      }),
    );
    await Promise.all(waits);
    return calls;
  }, message);
  expect(found).toEqual([
    { title: message.title, body: message.body, data: message.path },
    'closed',
    { opened: message.path },
  ]);

  await button.click();
  await expect(page.getByRole('button', { name: 'Notify me in this browser' })).toHaveAttribute(
    'aria-pressed',
    'false',
  );
});

test('A browser that blocks notifications is told what to do', { tag: LONG }, async ({ page, context }) => {
  await context.addInitScript(() => {
    Notification.requestPermission = async () => 'denied';
  });
  await signIn(page, await createConfirmedOwner(page));
  await postListing(page);
  await open(page, '/account');
  await page.getByRole('button', { name: 'Notify me in this browser' }).click();
  await expect(
    page.getByRole('alert').or(page.getByRole('status')).filter({ hasText: 'Allow them in its settings' }),
  ).toBeVisible();
});
