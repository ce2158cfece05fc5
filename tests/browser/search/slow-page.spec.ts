import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, open, test } from '#tests/browser/support/fixtures.ts';
import { VIEWPORTS } from '#tests/browser/support/layout.ts';

// Its address is another one than the site's, because it answers for it.
test.use({ tolerated: /^leaves the site: http:\/\/127\.0\.0\.1:/ });

const MAP = '<section aria-label="Map"';

test('a search page whose map arrives later does not move when it does', async ({ page, baseURL }) => {
  const path = '/search?q=market&near=Irvine&within=10';
  const html = await (await fetch(new URL(path, baseURL))).text();
  const end = html.indexOf(MAP);
  expect(end).toBeGreaterThan(0);
  const { promise: isPainted, resolve: sendRest } = Promise.withResolvers<void>();
  const server = createServer(async (request, response) => {
    if (request.url === path) {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
      response.write(html.slice(0, end));
      await isPainted;
      return response.end(html.slice(end));
    }
    const relayed = await fetch(new URL(request.url ?? '', baseURL));
    response.writeHead(relayed.status, { 'content-type': relayed.headers.get('content-type') ?? '' });
    response.end(Buffer.from(await relayed.arrayBuffer()));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    await page.setViewportSize(VIEWPORTS.desktop);
    const opened = open(page, `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`);
    const row = page.getByRole('heading', { level: 3 }).first();
    await expect(row).toBeVisible();
    await expect.poll(() => page.evaluate(() => performance.getEntriesByType('paint').length)).toBeGreaterThan(0);
    const before = await row.boundingBox();
    sendRest();
    await opened;
    await expect(page.getByRole('region', { name: 'Map' })).toBeVisible();
    const after = await row.boundingBox();
    expect([after?.x, after?.width]).toEqual([before?.x, before?.width]);
  } finally {
    server.closeAllConnections();
    server.close();
  }
});
