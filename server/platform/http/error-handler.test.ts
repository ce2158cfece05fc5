import { once } from 'node:events';
import { connect } from 'node:net';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { afterAll, expect, it } from 'vitest';
import { createTestApi } from '#tests/support/api.ts';

const api = await createTestApi();
const { db } = api;
afterAll(api.close);

const change = (key: string) => sql`update settings set value = to_jsonb(now()) where key = ${key}`;
for (const key of ['one', 'other']) await sql`insert into settings values (${key}, '0')`.execute(db);
const { promise: hasBegun, resolve: begun } = Promise.withResolvers<void>();
const { promise: mayGoOn, resolve: goOn } = Promise.withResolvers<void>();

// Two changes that wait for each other: PostgreSQL ends that of the request, which has waited first.
api.http.post('/api/deadlock', () =>
  db.transaction().execute(async (trx) => {
    await change('one').execute(trx);
    begun();
    await mayGoOn;
    await change('other').execute(trx);
  }),
);
api.http.post('/api/serialization-failure', () =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (trx) => {
      await sql`select from settings`.execute(trx);
      await change('one').execute(db);
      await change('one').execute(trx);
    }),
);

const busy = { status: 503, body: { message: expect.stringMatching(/^The site is busy\. Please try again/) } };

it('A change that PostgreSQL ends because it waits for another one, which waits for it, is 503', async () => {
  const response = api.visitor().post('/api/deadlock', {});
  await hasBegun;
  await db.transaction().execute(async (trx) => {
    await change('other').execute(trx);
    goOn();
    await sql`select pg_sleep(0.1)`.execute(trx);
    await change('one').execute(trx);
  });
  const { status, body, headers } = await response;
  expect({ status, body }).toMatchObject(busy);
  expect(headers['retry-after']).toBe('5');
});

it('A change of what another transaction has changed meanwhile is 503', async () => {
  expect(await api.visitor().post('/api/serialization-failure', {})).toMatchObject(busy);
});

/** The response to a client that sends all of a body, although it is refused. */
async function sendBody(headers: string, body: Buffer): Promise<string> {
  const { port } = new URL(await listening);
  const socket = connect(Number(port), '127.0.0.1').setEncoding('latin1');
  const answered = once(socket, 'data');
  socket.write(`POST /api/photos HTTP/1.1\r\nHost: localhost\r\nSec-Fetch-Site: same-origin\r\n${headers}\r\n\r\n`);
  const sent = promisify(socket.write.bind(socket) as (body: Buffer, callback: () => void) => void)(body);
  const [[response]] = await Promise.all([answered, sent]);
  socket.destroy();
  return response;
}
const listening = api.http.listen({ host: '127.0.0.1', port: 0 });

it('A picture that is refused before it is read can be sent to its end, so that proxies and browsers see why', async () => {
  const picture = Buffer.alloc(10_000_000);
  const type = 'Content-Type: multipart/form-data; boundary=x';
  const response = await sendBody(`${type}\r\nContent-Length: ${picture.length}`, picture);
  expect(response).toMatch(/^HTTP\/1.1 401 /);
  expect(response).not.toMatch(/^connection: close/im);
});

it.each(['Content-Length: 12000000', 'Transfer-Encoding: chunked'])(
  'A longer body is not read (%s)',
  async (length) => {
    const part = Buffer.alloc(50_000);
    const body = length.includes('chunked') ? Buffer.concat([Buffer.from('C350\r\n'), part]) : part;
    const response = await sendBody(`Content-Type: multipart/form-data; boundary=x\r\n${length}`, body);
    expect(response).toMatch(/^connection: close/im);
  },
);

it('A body with thousands of faults is answered with the first hundred', async () => {
  const answers = Object.fromEntries(Array.from({ length: 5000 }, (_, i) => [`question ${i}`, 0]));
  const { status, body } = await api.visitor().post('/api/quotes', { answers });
  expect(status).toBe(400);
  expect(body.issues).toHaveLength(100);
});
