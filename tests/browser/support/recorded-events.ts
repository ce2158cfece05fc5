import { once } from 'node:events';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { z } from 'zod';
import { eventsSchema } from '#contract/events.ts';
import { test as base } from './fixtures.ts';

/** The bodies of the requests to `/api/events` in order. */
export type RecordedEvents = z.infer<typeof eventsSchema>[];

interface EventProxy {
  origin: string;
  /** The events of the running test. */
  recorded: RecordedEvents;
  close(): void;
}

/**
 * The test of `fixtures.ts` with the events that pages `recorded`. The browser reaches the site through a proxy that intercepts the
 * events, because Playwright sees neither the body of a beacon nor beacons sent on page hide.
 */
export const test = base.extend<{ eventProxy: EventProxy; recorded: RecordedEvents }>({
  eventProxy: async ({ getPerWorker }, use) => use(await getPerWorker('event proxy', openEventProxy)),
  baseURL: ({ eventProxy }, use) => use(eventProxy.origin),
  recorded: async ({ eventProxy }, use) => {
    eventProxy.recorded = [];
    await use(eventProxy.recorded);
  },
});

async function openEventProxy(): Promise<EventProxy> {
  const proxy: EventProxy = { origin: '', recorded: [], close: () => {} };
  const server = startProxy(new URL(process.env.SITE_ORIGIN ?? ''), proxy);
  await once(server, 'listening');
  proxy.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  proxy.close = () => {
    server.closeAllConnections();
    server.close();
  };
  return proxy;
}

function startProxy(site: URL, proxy: EventProxy): Server {
  const server = createServer(async (incoming, outgoing) => {
    if (incoming.url === '/api/events') {
      // A page of the previous test may still send events.
      const { recorded } = proxy;
      recorded.push(eventsSchema.parse(JSON.parse(await text(incoming))));
      return void outgoing.writeHead(204).end();
    }
    const { method, headers } = incoming;
    const forwarded = request(new URL(incoming.url ?? '', site), {
      ...{ method, headers: { ...headers, host: site.host } },
    });
    forwarded.on('response', (response) =>
      response.pipe(outgoing.writeHead(response.statusCode ?? 502, response.headers)),
    );
    incoming.pipe(forwarded);
  });
  return server.listen(0, '127.0.0.1');
}
