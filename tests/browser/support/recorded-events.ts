import { once } from 'node:events';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { z } from 'zod';
import { eventsSchema } from '#contract/events.ts';
import { test as base } from './fixtures.ts';

/** The bodies of the calls by which pages recorded events, in their order. */
export type RecordedEvents = z.infer<typeof eventsSchema>[];

interface EventProxy {
  origin: string;
  /** Where the events of the running test go. */
  recorded: RecordedEvents;
}

/**
 * The tests of `fixtures.ts` with what pages `recorded`: the browser reaches the site through a proxy that takes the events
 * for itself, because Playwright sees neither the body of a beacon nor one that a page sends as it is left.
 */
export const test = base.extend<{ recorded: RecordedEvents }, { eventProxy: EventProxy }>({
  eventProxy: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright asks for a pattern.
    async ({}, use) => {
      const proxy: EventProxy = { origin: '', recorded: [] };
      const server = startProxy(new URL(process.env.SITE_ORIGIN ?? ''), proxy);
      await once(server, 'listening');
      proxy.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      await use(proxy);
      server.closeAllConnections();
      server.close();
    },
    { scope: 'worker' },
  ],
  baseURL: ({ eventProxy }, use) => use(eventProxy.origin),
  recorded: async ({ eventProxy }, use) => {
    eventProxy.recorded = [];
    await use(eventProxy.recorded);
  },
});

function startProxy(site: URL, proxy: EventProxy): Server {
  const server = createServer(async (incoming, outgoing) => {
    if (incoming.url === '/api/events') {
      // A page of the test before may still send what it has.
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
