import { expect, it } from 'vitest';
import { createKnownPagePredicate, parseListingId } from '#server/analytics/known-pages.ts';
import { openGazetteer } from '#server/places/open-gazetteer.ts';
import { createTestDatabase } from '#tests/support/database.ts';
import { routes } from '#web/site/routes.tsx';

/** An example URL for each route with parameters, except private pages. */
const EXAMPLE_PATHS: Record<string, string> = {
  '/ads/:id': '/ads/7',
  '/category/:slug': '/category/plumbers',
  '/county/:county': '/county/kern-county',
  '/city/:city': '/city/irvine',
  '/city/:city/:category': '/city/irvine/plumbers',
  '/zip/:zip': '/zip/92614',
  '/blog/:slug': '/blog/a-post',
  '/:location': '/irvine',
};
const PRIVATE_ROUTES = [
  '/ads/:id/analytics',
  '/account/ads/:id/edit',
  '/account/ads/:id/preview',
  '/account/ads/:id/qr-sheet',
  '/account/ads/:id/changes',
  '/account/branches/:id',
  '/account/branches/:id/edit',
  '/account/branches/:id/file',
  '/account/payments/:id',
  '/admin/ads/:id',
  '/conversations/:id',
  '/quotes/:id',
  '/lists/:token',
  '/account/receipt-cards',
  '/receipt-codes/:id',
  '/review/:id',
];
// Counted together with the pages that do not exist: which businesses have one is not in memory.
const COUNTED_TOGETHER = ['/brand/:slug'];

it('the metrics know every page of the site', async () => {
  const database = await createTestDatabase();
  const gazetteer = await openGazetteer(database.db);
  const hasPage = createKnownPagePredicate({ gazetteer, hasPost: (slug) => slug === 'a-post' });
  await database.drop();
  const addresses = (routes[0]?.children ?? [])
    .map(({ path = '' }) => path)
    .filter((path) => path !== '*' && !COUNTED_TOGETHER.includes(path));
  const pages = addresses.filter((path) => !PRIVATE_ROUTES.includes(path)).map((path) => EXAMPLE_PATHS[path] ?? path);
  expect(pages.length).toBeGreaterThan(30);
  expect(pages.filter((path) => !hasPage(path) && !parseListingId(path))).toEqual([]);
});
