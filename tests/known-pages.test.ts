import { expect, it } from 'vitest';
import { knownPages, listingAt } from '#server/analytics/known-pages.ts';
import { openGazetteer } from '#server/places/gazetteer.ts';
import { routes } from '#web/app/routes.tsx';
import { createTestDatabase } from './support/database.ts';
import { webOf } from './support/web.ts';

/** One page for each address of the site that has parts, but for those that are one's own. */
const EXAMPLES: Record<string, string> = {
  '/ads/:id': '/ads/7',
  '/category/:slug': '/category/plumbers',
  '/county/:county': '/county/kern-county',
  '/city/:city': '/city/irvine',
  '/city/:city/:category': '/city/irvine/plumbers',
  '/zip/:zip': '/zip/92614',
  '/blog/:slug': '/blog/a-post',
  '/:location': '/irvine',
};
const ONES_OWN = ['/ads/:id/analytics', '/account/ads/:id/edit', '/account/ads/:id/preview', '/account/payments/:id'];

it('Figures know every page that the site has', async () => {
  const database = await createTestDatabase();
  const web = webOf({ texts: new Map([['/texts/blog/a-post.json', {}]]) });
  const hasPage = await knownPages({ gazetteer: await openGazetteer(database.db), web });
  await database.drop();
  const addresses = (routes[0]?.children ?? []).map(({ path = '' }) => path).filter((path) => path !== '*');
  const pages = addresses.filter((path) => !ONES_OWN.includes(path)).map((path) => EXAMPLES[path] ?? path);
  expect(pages.length).toBeGreaterThan(30);
  expect(pages.filter((path) => !hasPage(path) && !listingAt(path))).toEqual([]);
});
