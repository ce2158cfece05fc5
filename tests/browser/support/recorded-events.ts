import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { z } from 'zod';
import { eventsSchema } from '#contract/events.ts';
import { test as base } from './fixtures.ts';

/** What a page told of its visit, call by call. */
export type RecordedEvents = z.infer<typeof eventsSchema>[];

/**
 * The tests of `site.ts` with what pages `told`: the browser goes to the site through a server that keeps it to itself,
 * because Playwright sees neither the body of a beacon nor one that a page sends as it is left.
 */
export const test = base.extend<{ told: RecordedEvents }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright asks for a pattern.
  told: async ({}, use) => use([]),
  baseURL: async ({ baseURL, told }, use) => {
    const site = new URL(baseURL ?? '');
    const server = createServer(async (asked, answer) => {
      if (asked.url === '/api/events') {
        told.push(eventsSchema.parse(JSON.parse(await text(asked))));
        return void answer.writeHead(204).end();
      }
      const { method, headers } = asked;
      const forwarded = request(new URL(asked.url ?? '', site), {
        ...{ method, headers: { ...headers, host: site.host } },
      });
      forwarded.on('response', (got) => got.pipe(answer.writeHead(got.statusCode ?? 502, got.headers)));
      asked.pipe(forwarded);
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    server.closeAllConnections();
    server.close();
  },
});
