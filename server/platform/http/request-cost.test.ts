import { afterAll, describe, expect, it } from 'vitest';
import { createTestApi } from '#tests/support/api.ts';
import { getSearchCost } from './request-cost.ts';

const api = await createTestApi();
afterAll(api.close);

it.each([
  ['/api/search?limit=1', 1],
  ['/api/search/suggestions?q=', 1],
  ['/api/search?q=plumber%20in%20irvine', 1],
  ['/api/search/about?q=one+two+three+4', 2],
  [`/api/search/map?q=${Array(20).fill('misspellt').join('+')}`, 18],
])('the search %s costs %i', (url, cost) => {
  expect(getSearchCost(url)).toBe(cost);
});

/** The statuses of requests to a URL by one address until the first refusal, at most 700. */
async function countAllowed(url: string): Promise<number> {
  const visitor = api.visitor();
  for (let allowed = 0; allowed < 700; allowed++) {
    const { status, body, headers } = await visitor.get(url);
    if (status !== 429) continue;
    expect(body.message).toMatch(/^Too many attempts\. Try again in 1 minute\.$/);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    return allowed;
  }
  return Number.POSITIVE_INFINITY;
}

describe('An address may cause 600 units of work a minute', () => {
  it('so further pages of a list are limited, and the first page is not', async () => {
    const visitor = api.visitor();
    expect(await countAllowed('/api/city/irvine/ads?cursor=MTA')).toBe(600);
    expect((await visitor.get('/api/city/irvine/ads')).status).toBe(200);
  });

  it('so searches of twenty words are refused after 33', async () => {
    expect(await countAllowed(`/api/search/suggestions?q=${Array(20).fill('ab').join('+')}`)).toBe(33);
  });

  it('whatever the kind of request, without an effect on other addresses and on requests that cost nothing', async () => {
    const visitor = api.visitor();
    for (let i = 0; i < 60; i++) expect((await visitor.get('/sitemap-categories.xml')).status).toBe(200);
    expect((await visitor.get('/api/search/about')).status).toBe(429);
    expect((await visitor.get('/sitemap-places.xml')).status).toBe(429);
    expect((await visitor.get('/api/ads/recent')).status).toBe(200);
    expect((await api.visitor().get('/sitemap-places.xml')).status).toBe(200);
  });
});
