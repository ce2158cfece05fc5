import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, expect, it } from 'vitest';
import { securityHeaders } from '#server/platform/http/security/security-headers.ts';
import { isLongRun } from '#tests/support/long-run.ts';
import { createServer } from './server.ts';

const http = createServer({ LOG_LEVEL: 'silent', TRUSTED_PROXIES: [], ORIGIN: 'https://socal-local.example' });
http.get('/api/ads/:id', async () => ({}));
afterAll(() => http.close());

it('gives headers 25 seconds, also the first of a connection', () => {
  expect(http.server.headersTimeout).toBe(25_000);
});

it.each(['/%zz', '/api/ads/%ff', `/api/ads/${'x'.repeat(600)}`])(
  'an address like %s is that of nothing, and its response has the headers of all others',
  async (url) => {
    const { statusCode, headers, body } = await http.inject({ url });
    expect([statusCode, JSON.parse(body)]).toEqual([404, { message: 'Page not found.' }]);
    expect(headers).toMatchObject(securityHeaders({ ORIGIN: 'https://socal-local.example' }));
    expect(headers['cache-control']).toBe('private, no-store');
  },
);

it('behind a proxy, answers for a second what still comes over open connections while it closes, and takes no new ones', async () => {
  const server = createServer({ LOG_LEVEL: 'silent', TRUSTED_PROXIES: ['127.0.0.1'], ORIGIN: 'http://localhost' });
  server.post('/api/ads', async () => ({}));
  await server.listen({ host: '127.0.0.1', port: 0 });
  const { port } = server.server.address() as AddressInfo;
  const post = async (socket: Socket) => {
    socket.write('POST /api/ads HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n');
    return String(await once(socket, 'data')).split('\r\n');
  };
  const client = connect(port, '127.0.0.1').setEncoding('utf8');
  expect((await post(client))[0]).toBe('HTTP/1.1 200 OK');
  const closed = server.close();
  await delay(300);
  const refused = connect(port, '127.0.0.1');
  expect((await once(refused, 'error'))[0].code).toBe('ECONNREFUSED');
  const [status, ...headers] = await post(client);
  expect(status).toBe('HTTP/1.1 200 OK');
  expect(headers.map((header) => header.toLowerCase())).toContain('connection: close');
  await closed;
});

it('answers what was sent before it closes idle connections, also if it was too busy to read it', async () => {
  const server = createServer({ LOG_LEVEL: 'silent', TRUSTED_PROXIES: ['127.0.0.1'], ORIGIN: 'http://localhost' });
  server.post('/api/ads', async () => ({}));
  await server.listen({ host: '127.0.0.1', port: 0 });
  const client = connect((server.server.address() as AddressInfo).port, '127.0.0.1').setEncoding('utf8');
  const post = () => client.write('POST /api/ads HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n');
  post();
  await once(client, 'data');
  const closed = server.close();
  await expect.poll(() => server.server.listening).toBe(false);
  // The last phase of a turn: timers are the next one, before what was received.
  await nextTurn();
  post();
  const busyUntil = performance.now() + 1500;
  while (performance.now() < busyUntil);
  const [response] = await once(client, 'data');
  expect(response).toMatch(/^HTTP\/1.1 200 OK/);
  await closed;
});

it.runIf(isLongRun)(
  'closes a connection that sends nothing for 30 seconds',
  async () => {
    await http.listen({ host: '127.0.0.1', port: 0 });
    const socket = connect((http.server.address() as AddressInfo).port, '127.0.0.1');
    await once(socket, 'connect');
    const opened = performance.now();
    socket.resume();
    await once(socket, 'end');
    expect(performance.now() - opened).toBeLessThan(31_000);
    socket.end();
  },
  60_000,
);
