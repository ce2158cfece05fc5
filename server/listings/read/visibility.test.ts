import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { LANGUAGES, toLocalPath } from '#contract/i18n/languages.ts';
import { suspend } from '#server/admin/suspension.ts';
import { AD_BOOKINGS_KEY, invalidate } from '#server/platform/db/invalidate.ts';
import { type ListingOverrides, makeAccount } from '#server/site/seed/factories.ts';
import { makeOrganization } from '#tests/fixtures/organization-factories.ts';
import { makeSavedList } from '#tests/fixtures/saved-factories.ts';
import { createListeningApi } from '#tests/support/app-instance.ts';
import { isLongRun } from '#tests/support/long-run.ts';
import { listPublicUrls } from '#tests/support/responses/public-urls.ts';

const api = await createListeningApi();
afterAll(api.close);

const inDays = (n: number) => new Date(Date.now() + n * 86_400_000);
// In a ZIP code without other listings, because sitemaps contain only ZIP codes that have some.
const paid = { category: 'pizza', level: 'premium', zip: '92618' } as const;
const neighbor = await api.createListing({ category: 'pizza', level: 'premium', zip: '92614' });

const reader = await makeAccount(api.db, { email_confirmed_at: new Date() });
const branches = [await api.createListing({ owner_id: reader.id }), await api.createListing({ owner_id: reader.id })];
const brand = await makeOrganization(api.db, { ownerId: reader.id, listings: branches });
const list = await makeSavedList(api.db, { accountId: reader.id, listings: [neighbor] });

const { id: ad } = await api.db
  .insertInto('ad_bookings')
  .values({
    ...{
      slot: 'home-1',
      advertiser: 'Poppy',
      link: 'https://poppy.example',
      description: 'Poppy',
      html: '<b>Poppy</b>',
    },
    ...{ first_day: sql`'2020-01-01'`, last_day: sql`'2090-01-01'` },
  })
  .returning('id')
  .executeTakeFirstOrThrow();
await invalidate(api.db, [AD_BOOKINGS_KEY]);

const urls = listPublicUrls(api.http, { listing: neighbor, list: list.token, ad, brand: brand.slug });

/** Every public response as text, by URL. */
async function readAllPages() {
  // Those of listings that were just created, which would arrive while the pages are read.
  await api.awaitInvalidations();
  // A new address, because each address may ask for a limited amount of work.
  const visitor = api.visitor();
  const entries: [string, string][] = [];
  for (const url of urls) {
    const { status, body } = await visitor.get(url);
    // It says the visitor's address.
    const content = url === '/readyz' ? body.status : body;
    entries.push([url, `${status} ${JSON.stringify(content)}`]);
  }
  return Object.fromEntries(entries);
}

const filterOk = (responses: Record<string, string>) =>
  Object.keys(responses).filter((url) => responses[url]?.startsWith('200'));

// The public URLs whose responses contain no other listing than the one that they name. All others must show a new one.
const INDEPENDENT_OF_LISTINGS =
  /^(?:\/es)?\/(api\/docs\b.*|api\/openapi.json|api\/(payments\/config|plans|notices)|api\/slots\/[^/]+|api\/ad-frames\/\d+|api\/privacy|\.well-known\/(gpc\.json|mcp\.json|security\.txt)|api\/locations|api\/(location|city|category)\/[^/]+|api\/texts\/.*|blog\/(rss|atom).xml|sitemap-posts.xml|site.webmanifest|api\/ads(\/\d+(\/(reviews|opening))?)?|(badge|qr)\/.*|ads\/\d+\/contact.vcf|oembed(\?.*)?|api\/compare(\?.*)?|api\/search\/(suggestions|categories(\?.*)?)|api\/addresses\/.*|api\/sources|api\/quotes\/businesses.*|api\/lists\/[\w-]+|api\/brands\/[\w-]+|robots.txt|llms.txt|readyz|healthz)$/;

// Featured listings rotate by the minute: what is read twice has to be of the same one.
beforeAll(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
  return () => vi.useRealTimers();
});

it('every public route is requested with valid parameters', async () => {
  const responses = await readAllPages();
  const failed = Object.keys(responses).filter((url) => !responses[url]?.startsWith('200'));
  const isPrivate = (url: string) => responses[url]?.startsWith('401');
  const redirected = [
    '/api/docs/json',
    '/api/docs/yaml',
    '/api/docs/static/index.html',
    '/.well-known/change-password',
    ...LANGUAGES.map((language) => toLocalPath(`/q/${neighbor}`, language)),
  ];
  const missing = [
    // For messages that are posted.
    '/mcp',
    '/photos/none.webp',
    '/pictures/none.webp',
    '/map-stills/none.svg',
    '/map-tiles/none.pmtiles',
    '/api/review-pictures/none.webp',
    // Only for those who take part in them.
    '/api/conversations/1',
    '/api/conversations/1/pictures/none.webp',
    '/api/conversations/1/review',
    '/api/quotes/1',
    // Without a trade.
    '/api/quotes/businesses',
    '/api/receipt-codes/:id/review',
    // It has none.
    ...LANGUAGES.map((language) => toLocalPath(`/ads/${neighbor}/special-hours.ics`, language)),
    // Without an address.
    '/oembed',
  ];
  expect(new Set(failed.filter((url) => !isPrivate(url)))).toEqual(new Set([...redirected, ...missing]));
  expect(
    failed.filter(
      (url) => isPrivate(url) && !/^\/api\/(user|admin|ads\/\d+\/(views|analytics|review|claim-proofs))\b/.test(url),
    ),
  ).toEqual([]);
});

const STATES: [string, ListingOverrides][] = [
  ['a draft', { status: 'draft' }],
  ['waiting for approval', { status: 'waiting', waiting_from: 'draft', waiting_since: inDays(-1) }],
  ['waiting after an edit', { status: 'waiting', waiting_from: 'active', waiting_since: inDays(-1) }],
  ['paused', { status: 'paused' }],
  ['hidden', { status: 'hidden' }],
  ['deleted', { status: 'deleted' }],
  ['expired', { expires_at: inDays(-61) }],
  ['paused and expired', { status: 'paused', expires_at: inDays(-1) }],
  ['expired and of a suspended account', { owner_suspended: true, expires_at: inDays(-1) }],
  ['of a suspended account', { owner_suspended: true }],
];

// Reading all pages takes half a second, so the usual run reads them once for listings in all states.
const CASES: [string, typeof STATES][] = isLongRun
  ? STATES.map((state) => [state[0], [state]])
  : [['in any state that is not public', STATES]];
it.each(CASES)('a listing that is %s is in no response and in no count', async (_which, states) => {
  const before = await readAllPages();
  const ids: number[] = [];
  for (const [state, columns] of states)
    ids.push(await api.createListing({ ...paid, title: `A listing that is ${state}`, ...columns }));
  expect(await readAllPages()).toEqual(before);
  const files = ['badge/{id}.svg', 'qr/{id}.png', 'ads/{id}/contact.vcf', 'ads/{id}/special-hours.ics'];
  const paths = ['api/ads/{id}', 'api/ads/{id}/related', 'api/ads/{id}/opening', ...files];
  for (const url of ids.flatMap((id) => paths.map((path) => `/${path.replace('{id}', String(id))}`))) {
    const { status, body } = await api.get(url);
    expect(status).toBe(404);
    expect(body).toEqual({ message: "The ad you're looking for doesn't exist or has been removed." });
  }
});

it('one that has ended is in no response, and its own address says no more than that', async () => {
  const before = await readAllPages();
  const id = await api.createListing({
    ...paid,
    title: 'Ended Pizza',
    address: '77 Ended Way',
    email: 'ended@mail.example',
    expires_at: inDays(-59),
  });
  expect(await readAllPages()).toEqual(before);
  expect((await api.get(`/api/ads/${id}/related`)).status).toBe(404);
  const { status, body } = await api.get(`/api/ads/${id}`);
  expect([status, body]).toEqual([
    410,
    { message: expect.stringMatching(/^Ended Pizza in Irvine ended on \w+ \d+, \d+\.$/) },
  ]);
});

it('an active listing is in all of them until its owner is suspended', async () => {
  const { id: owner_id } = await makeAccount(api.db);
  const before = await readAllPages();
  await api.createListing({ ...paid, owner_id, languages: ['Spanish'], expires_at: inDays(1) });
  const after = await readAllPages();
  const unchanged = filterOk(before).filter((url) => before[url] === after[url]);
  expect(unchanged.filter((url) => !INDEPENDENT_OF_LISTINGS.test(url) && !url.endsWith('featured=false'))).toEqual([]);

  const { id: by } = await makeAccount(api.db, { id: 1, email: null });
  await suspend(api.db, { id: owner_id, reason: 'Spam', by });
  expect(await readAllPages()).toEqual(before);
});

it('what an owner keeps private is in none of them', async () => {
  const { id: owner_id } = await makeAccount(api.db, { email: 'account@quetzalcoatl.example' });
  for (const level of ['free', 'enhanced', 'premium'] as const)
    await api.createListing({
      ...paid,
      level,
      owner_id,
      address: '77 Quetzalcoatl Way',
      service_area_only: true,
      lat: 33.6612345,
      lng: -117.7654321,
      point_source: 'owner',
      email: 'private@quetzalcoatl.example',
      email_shown: false,
    });
  const responses = await readAllPages();
  const found = Object.keys(responses).filter((url) => /quetzalcoatl|33\.6612|117\.7654/i.test(responses[url] ?? ''));
  expect(found).toEqual([]);
});
