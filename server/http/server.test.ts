import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, expect, it } from 'vitest';
import { isLongRun } from '../../tests/support/long-run.ts';
import { securityHeaders } from './security-headers.ts';
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
