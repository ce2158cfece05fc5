import { expect, it } from 'vitest';
import { createKnownPagePredicate, parseListingId } from '#server/analytics/known-pages.ts';
import { openGazetteer } from '#server/places/gazetteer.ts';
import { routes } from '#web/app/routes.tsx';
import { createTestDatabase } from './support/database.ts';
import { createWebBuildStub } from './support/web-build-stub.ts';

/** One page for each address of the site that has parts, but for those that are one's own. */
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
  '/account/payments/:id',
];

it('Figures know every page that the site has', async () => {
  const database = await createTestDatabase();
  const web = createWebBuildStub({ texts: new Map([['/texts/blog/a-post.json', {}]]) });
  const hasPage = await createKnownPagePredicate({ gazetteer: await openGazetteer(database.db), web });
  await database.drop();
  const addresses = (routes[0]?.children ?? []).map(({ path = '' }) => path).filter((path) => path !== '*');
  const pages = addresses.filter((path) => !PRIVATE_ROUTES.includes(path)).map((path) => EXAMPLE_PATHS[path] ?? path);
  expect(pages.length).toBeGreaterThan(30);
  expect(pages.filter((path) => !hasPage(path) && !parseListingId(path))).toEqual([]);
});
