// A server of a comparison, in a separate process so that its CPU time can be measured: the site, a bare Node server that sends the
// same bytes, or one that writes them to each socket without looking at the request.
import { createServer } from 'node:http';
import { type AddressInfo, createServer as createSocketServer } from 'node:net';
import { resolve } from 'node:path';
import { openDatabase } from '#server/platform/db/open.ts';
import { readEnv } from '#server/platform/env/env.ts';
import { listenForInvalidations } from '#server/platform/page-cache/invalidation-listener.ts';
import { createResponseCache } from '#server/platform/page-cache/response-cache.ts';
import { loadBuild } from '#server/platform/page-cache/web-build.ts';
import { createApp } from '#server/site/app.ts';
import { LISTEN_BACKLOG } from '#server/site/program/program.ts';

/** A raw response; the body is in base64. */
export interface RawResponse {
  headers: Record<string, string>;
  body: string;
}

export type ServerOptions =
  /** By path. */
  | { kind: 'bare' | 'socket'; responses: Record<string, RawResponse> }
  | { kind: 'site'; pageCache: boolean; apiCache: boolean };

// The durations of event requests, from their arrival to the end of the response.
let eventTimes: number[] = [];

process.on('disconnect', () => process.exit(0));
process.on('message', async (message: ServerOptions | 'cpu' | 'memory' | 'times') => {
  if (message === 'times') {
    process.send?.({ times: eventTimes });
    eventTimes = [];
    return;
  }
  if (message === 'cpu') {
    const { user, system } = process.cpuUsage();
    process.send?.({ cpuMicros: user + system });
    return;
  }
  if (message === 'memory') {
    process.send?.({ megabytes: process.memoryUsage.rss() / 1e6 });
    return;
  }
  process.send?.({ port: message.kind === 'site' ? await serveSite(message) : await serveBytes(message) });
});

function serveBytes({ kind, responses }: { kind: string; responses: Record<string, RawResponse> }): Promise<number> {
  const byPath = new Map(
    Object.entries(responses).map(([path, { headers, body }]) => [
      path,
      { headers, bytes: Buffer.from(body, 'base64') },
    ]),
  );
  const server =
    kind === 'bare'
      ? createServer((request, response) => {
          const found = byPath.get(request.url as string);
          if (found) response.writeHead(200, found.headers).end(found.bytes);
          else response.writeHead(404).end();
        })
      : createSocketServer((socket) => {
          const [{ headers, bytes }] = [...byPath.values()] as [{ headers: Record<string, string>; bytes: Buffer }];
          const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
          const message = Buffer.concat([Buffer.from(`HTTP/1.1 200 OK\r\n${lines.join('')}\r\n`), bytes]);
          socket.on('data', () => socket.write(message));
          socket.on('error', () => {});
        });
  return new Promise((done) => server.listen(0, '127.0.0.1', () => done((server.address() as AddressInfo).port)));
}

async function serveSite({ pageCache, apiCache }: { pageCache: boolean; apiCache: boolean }): Promise<number> {
  const env = { ...readEnv(), LOG_LEVEL: 'warn' as const };
  const database = await openDatabase(env, {});
  const app = await createApp({
    env,
    db: database.db,
    web: await loadBuild(resolve(import.meta.dirname, '../../dist')),
    ...(!pageCache && { pageCache: createResponseCache(0), searchCache: createResponseCache(0) }),
    ...(!apiCache && { apiCache: createResponseCache(0) }),
  });
  app.http.addHook('onResponse', (request, reply, done) => {
    if (request.url === '/api/events') eventTimes.push(reply.elapsedTime);
    done();
  });
  listenForInvalidations(database, (keys) => app.invalidate(keys));
  await app.http.listen({ host: '127.0.0.1', port: 0, backlog: LISTEN_BACKLOG });
  return (app.http.server.address() as AddressInfo).port;
}
