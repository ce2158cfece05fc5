import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest';
import { makeAccount } from '#server/site/seed/factories.ts';
import { createTestApi, type Visitor } from '#tests/support/api.ts';
import { MULTIPART_CONTENT_TYPE, toMultipartBody, uploadPhoto } from '#tests/support/upload.ts';

const api = await createTestApi({ env: { TRUSTED_PROXIES: '127.0.0.1' } });
await api.http.listen({ host: '127.0.0.1', port: 0 });
const { port } = api.http.server.address() as AddressInfo;
const sockets: Socket[] = [];
beforeEach(() => sql`delete from limits`.execute(api.db));
afterEach(async () => {
  vi.useRealTimers();
  for (const socket of sockets.splice(0)) socket.destroy();
  // Their uploads count until the program has noticed.
  await expect.poll(() => promisify(api.http.server.getConnections.bind(api.http.server))()).toBe(0);
});
afterAll(api.close);

const picture = await sharp({ create: { width: 30, height: 20, channels: 3, background: '#f4a300' } })
  .jpeg()
  .toBuffer();
const form = toMultipartBody({ bytes: picture });

const signIn = async () => api.signedInVisitor((await makeAccount(api.db)).id);

/** Opens a connection and sends the headers of an upload, and the beginning of its body. */
async function beginUpload({
  visitor,
  address,
  length = form.length,
  start = 0,
}: {
  visitor?: Visitor;
  address: string;
  length?: number;
  start?: number;
}): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  sockets.push(socket);
  await once(socket, 'connect');
  socket.on('error', () => {});
  socket.write(
    [
      'POST /api/photos HTTP/1.1',
      'host: localhost',
      `x-forwarded-for: ${address}`,
      'sec-fetch-site: same-origin',
      `content-type: ${MULTIPART_CONTENT_TYPE}`,
      `content-length: ${length}`,
      ...(visitor ? [`cookie: session=${visitor.cookies.get('session')}`] : []),
      '\r\n',
    ].join('\r\n'),
  );
  if (start > 0) socket.write(form.subarray(0, start));
  return socket;
}

/** Waits until the program has begun to read this many uploads of a test, each of which counts towards a limit. */
async function waitForUploads(count: number) {
  for (;;) {
    const { rows } = await sql<{ hits: number }>`
      select coalesce(sum(hits), 0)::int as hits from limits where key like 'photos:%'`.execute(api.db);
    if (rows[0]?.hits === count) return;
    await sleep(10);
  }
}

/** The first line of the response of a connection. */
async function readStatus(socket: Socket): Promise<string> {
  const [data] = await once(socket, 'data');
  return String(data).split('\r\n')[0] ?? '';
}

it('sixteen uploads that send nothing do not keep others from uploading', async () => {
  for (let account = 0; account < 4; account++) {
    const visitor = await signIn();
    for (let i = 0; i < 4; i++) await beginUpload({ visitor, address: `203.0.113.${account}` });
  }
  await waitForUploads(16);
  expect((await uploadPhoto(await signIn(), picture)).status).toBe(201);
});

it('an upload slower than 10 kB a second is refused after five seconds, and its slot is free', async () => {
  const visitor = await signIn();
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
  const slow = await Promise.all(
    Array.from({ length: 4 }, () => beginUpload({ visitor, address: '203.0.113.20', start: 200 })),
  );
  const statuses = Promise.all(slow.map(readStatus));
  await waitForUploads(4);
  await vi.advanceTimersByTimeAsync(4000);
  expect((await uploadPhoto(visitor, picture)).status).toBe(503);
  await vi.advanceTimersByTimeAsync(2000);
  expect(await statuses).toEqual(Array(4).fill('HTTP/1.1 408 Request Timeout'));
  expect((await uploadPhoto(visitor, picture)).status).toBe(201);
});

it('a connection that is closed before its upload begins takes no slot', async () => {
  const visitor = await signIn();
  for (let i = 0; i < 4; i++) (await beginUpload({ visitor, address: '203.0.113.50' })).destroy();
  await waitForUploads(4);
  expect((await uploadPhoto(visitor, picture)).status).toBe(201);
});

it('an address may upload eight pictures at once, whatever the accounts', async () => {
  for (let account = 0; account < 4; account++) {
    const visitor = await signIn();
    for (let i = 0; i < 2; i++) await beginUpload({ visitor, address: '203.0.113.30', start: 200 });
  }
  const upload = async (address: string) =>
    (await uploadPhoto(await api.signedInVisitor((await makeAccount(api.db)).id, address), picture)).status;
  await waitForUploads(8);
  expect(await upload('203.0.113.30')).toBe(503);
  expect(await upload('203.0.113.31')).toBe(201);
});

it('50 MB that nobody signed in for are not read', async () => {
  const length = 50_000_000;
  const socket = await beginUpload({ address: '203.0.113.40', length });
  expect(await readStatus(socket)).toBe('HTTP/1.1 401 Unauthorized');
  const chunk = Buffer.alloc(1_000_000);
  let sent = 0;
  while (!socket.destroyed && sent < length) {
    sent += chunk.length;
    await new Promise<void>((done) => socket.write(chunk, () => done()));
  }
  expect(sent).toBeLessThan(length / 2);
});
