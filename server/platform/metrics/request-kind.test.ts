import { expect, it } from 'vitest';
import { getRequestKind } from './request-kind.ts';

it.each([
  ['GET', '/', 'page'],
  ['GET', '/city/irvine', 'page'],
  ['GET', '/?utm_source=x', 'page'],
  ['GET', '/search?q=bakery', 'search'],
  ['GET', '/api/search/map?q=bakery', 'search'],
  ['GET', '/api/compare?ids=1,2', 'search'],
  ['GET', '/api/ads?cursor=x', 'api_read'],
  ['HEAD', '/api/ads/recent', 'api_read'],
  ['POST', '/api/ads', 'api_write'],
  ['PUT', '/api/user/ads/7', 'api_write'],
  ['GET', '/api/admin/users', 'admin'],
  ['POST', '/api/events', 'event'],
  ['POST', '/api/webhooks/stripe', 'webhook'],
  ['GET', '/photos/a-160.webp', 'picture'],
  ['GET', '/share/ads/7.png', 'picture'],
  ['GET', '/map-tiles/socal.pmtiles', 'map_tile'],
  ['GET', '/sitemap-places.xml', 'feed'],
  ['GET', '/city/irvine/rss.xml', 'feed'],
  ['GET', '/assets/a.js', 'file'],
  ['GET', '/readyz', 'health'],
  ['BREW', '*', 'page'],
])('%s %s is of the kind %s', (...[method, url, kind]) => {
  expect(getRequestKind(method, url)).toBe(kind);
});
