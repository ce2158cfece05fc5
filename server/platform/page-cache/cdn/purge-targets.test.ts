import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { startPurgeServer } from '#tests/support/servers/purge-server.ts';
import { createPurgeTargets, PurgeFailed } from './purge-targets.ts';

const server = await startPurgeServer();
afterAll(server.close);
beforeEach(() => {
  server.requests.length = 0;
  server.respondWith();
});

const token = 'the-token-of-the-service';
const [varnish] = createPurgeTargets({ kind: 'varnish', urls: [`${server.url}/`] });
const [fastly] = createPurgeTargets({ kind: 'fastly', service: 'SU1Z0isxPaozGVKXdv0eY', token, api: server.url });
const [cloudflare] = createPurgeTargets({ kind: 'cloudflare', zone: '023e105f4ecef8ad', token, api: server.url });

describe('A purge', () => {
  it('of Varnish has the keys in the header that deploy/varnish.vcl reads', async () => {
    await varnish?.purge(['listing:12', 'city:irvine']);
    expect(server.requests).toMatchObject([
      { method: 'PURGE', path: '/', headers: { 'xkey-purge': 'listing:12 city:irvine' } },
    ]);
  });

  it('of Fastly is one of several surrogate keys of a service', async () => {
    await fastly?.purge(['listing:12', 'city:irvine']);
    expect(server.requests).toMatchObject([
      {
        method: 'POST',
        path: '/service/SU1Z0isxPaozGVKXdv0eY/purge',
        headers: { 'fastly-key': token, 'surrogate-key': 'listing:12 city:irvine' },
      },
    ]);
  });

  it('of Cloudflare is one of several tags of a zone', async () => {
    await cloudflare?.purge(['listing:12', 'city:irvine']);
    expect(server.requests).toMatchObject([
      {
        method: 'POST',
        path: '/zones/023e105f4ecef8ad/purge_cache',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: '{"tags":["listing:12","city:irvine"]}',
      },
    ]);
  });

  it('fails when the proxy refuses it, redirects, or answers something else, without naming the token', async () => {
    server.respondWith((response) => response.writeHead(429, { 'retry-after': '12' }).end());
    const refused = await fastly?.purge(['listing:12']).catch((error) => error);
    expect(refused).toBeInstanceOf(PurgeFailed);
    expect(refused).toMatchObject({ message: 'fastly responded to a purge with status 429.', retryAfterMs: 12_000 });
    server.respondWith((response) => response.writeHead(302, { location: `${server.url}/elsewhere` }).end());
    await expect(varnish?.purge(['listing:12'])).rejects.toThrow();
    server.respondWith((response) => response.end('{"success":false}'));
    await expect(cloudflare?.purge(['listing:12'])).rejects.toThrow();
    expect(server.requests.map(({ path }) => path)).not.toContain('/elsewhere');
  });
});
