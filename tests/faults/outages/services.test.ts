import type { Socket } from 'node:net';
import sharp from 'sharp';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { pictureUrl } from '#server/photos/pictures.ts';
import { readEnv } from '#server/platform/env/env.ts';
import { createMailer } from '#server/platform/mail/open.ts';
import { makeAccount, makePhoto } from '#server/site/seed/factories.ts';
import { createTestApi } from '#tests/support/api.ts';
import { createTestDatabase } from '#tests/support/database.ts';
import { startTcpServer } from '#tests/support/servers/tcp-server.ts';
import { scaleTimeout } from '#tests/support/timeouts.ts';
import { uploadPhoto } from '#tests/support/upload.ts';

const database = await createTestDatabase();
afterAll(database.drop);
const picture = await sharp({ create: { width: 320, height: 240, channels: 3, background: '#cc6633' } })
  .jpeg()
  .toBuffer();

/** What a service does in place of its work. */
const FAULTS: Record<string, (socket: Socket) => void> = {
  refuses: (socket) => socket.destroy(),
  'is silent': () => {},
  'answers slowly': (socket) => {
    const timer = setInterval(() => socket.write('2'), 500);
    socket.on('close', () => clearInterval(timer));
  },
  'answers nonsense': (socket) => socket.on('data', () => socket.end('\0\u0007HTTP? <html>220 no\r\n\r\n')),
};

/** An app whose services are all at a server that has this fault. */
async function startApp(onConnection: (socket: Socket) => void) {
  const { host, close } = await startTcpServer(onConnection);
  const api = await createTestApi({
    database,
    mail: createMailer(readEnv({ SMTP_URL: `smtp://${host}` })),
    env: {
      S3_ENDPOINT: `http://${host}`,
      S3_BUCKET: 'pictures',
      S3_ACCESS_KEY_ID: 'key',
      S3_SECRET_ACCESS_KEY: 'secret',
      STRIPE_SECRET_KEY: 'sk_test_faults',
      STRIPE_PUBLISHABLE_KEY: 'pk_test_faults',
      STRIPE_WEBHOOK_SECRET: 'whsec_faults',
      STRIPE_API_BASE: `http://${host}`,
    },
  });
  onTestFinished(async () => {
    close();
    await api.close();
  });
  return api;
}

describe.each(Object.entries(FAULTS))('A service that %s', (fault, onConnection) => {
  it('is said to be away in bounded time, and everything else works', async () => {
    const api = await startApp(onConnection);
    const { id } = await makeAccount(api.db);
    const owner = await api.signedInVisitor(id);
    const stored = pictureUrl((await makePhoto(api.db, id)).name, 640);
    const timed = async (work: () => Promise<{ status: number }>) => {
      const started = performance.now();
      const { status } = await work();
      return { status, seconds: Math.round((performance.now() - started) / 100) / 10 };
    };
    const results = {
      upload: timed(() => uploadPhoto(owner, picture)),
      picture: timed(() => owner.get(stored)),
      payment: timed(() => owner.post('/api/create-payment-intent', { plan: 'monthly' })),
      message: timed(() =>
        api.visitor().post('/api/contact', {
          name: 'Ann',
          email: 'ann@mail.example',
          subject: 'A question',
          message: `What happens when a service ${fault}?`,
        }),
      ),
      page: timed(() => api.get('/api/city/irvine')),
      health: timed(() => api.get('/healthz')),
    };
    const names = Object.keys(results) as (keyof typeof results)[];
    const found = Object.fromEntries(
      await Promise.all(names.map(async (name) => [name, await results[name]] as const)),
    ) as Record<keyof typeof results, { status: number; seconds: number }>;
    console.log(fault, JSON.stringify(found));
    expect(found.upload.status).toBe(503);
    expect(found.picture.status).toBe(503);
    expect(found.payment.status).toBe(503);
    expect(found.message.status).toBe(201);
    expect([found.page.status, found.health.status]).toEqual([200, 200]);
    for (const name of ['message', 'page', 'health'] as const)
      expect(found[name].seconds).toBeLessThan(scaleTimeout(2000) / 1000);
    for (const { seconds } of Object.values(found)) expect(seconds).toBeLessThan(scaleTimeout(60_000) / 1000);
  });
});
