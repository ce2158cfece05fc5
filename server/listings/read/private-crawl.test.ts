import { resolve } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { LANGUAGES, toLocalPath } from '#contract/i18n/languages.ts';
import { loadBuild } from '#server/platform/page-cache/web-build.ts';
import { makeAccount } from '#server/site/seed/factories.ts';
import { makeSavedList } from '#tests/fixtures/saved-factories.ts';
import { createListeningApi } from '#tests/support/app-instance.ts';
import { listingForm, sendListingForm } from '#tests/support/listing-form.ts';
import { listPublicUrls } from '#tests/support/responses/public-urls.ts';
import { listRoutes } from '#tests/support/routes.ts';

const COUNT = 200;
const ZIP = '92618';
const LEVELS = ['free', 'enhanced', 'premium'] as const;

const api = await createListeningApi({ web: await loadBuild(resolve(import.meta.dirname, '../../../dist')) });
afterAll(api.close);

/** What nobody but owner and staff may read. Each stands nowhere else: 'Quetzal', the digits of the point, the domain of the email. */
const PRIVATE = /quetzal|33\.6612\d|117\.7654\d/i;

const owners = await Promise.all(
  Array.from({ length: 10 }, (_, i) =>
    makeAccount(api.db, { email: `owner${i}@quetzal.example`, email_confirmed_at: new Date() }),
  ),
);
const ids: number[] = [];
for (let i = 0; i < COUNT; i++)
  ids.push(
    await api.createListing({
      category: 'pizza',
      zip: ZIP,
      level: LEVELS[i % 3],
      owner_id: owners[i % owners.length]?.id,
      title: `Rolling Oven ${i}`,
      address: `${i + 1} Quetzal Way`,
      lat: 33.66121 + i / 1e7,
      lng: -117.76541 - i / 1e7,
      point_source: 'owner',
      email: `private${i}@quetzal.example`,
      email_shown: false,
    }),
  );
// The street was public until now, so former versions have it.
await api.db
  .updateTable('listings')
  .set({ service_area_only: true, service_radius: 15 })
  .where('id', 'in', ids)
  .execute();
await api.invalidate(['search']);

const first = ids[0] as number;
const reader = await makeAccount(api.db, { email_confirmed_at: new Date() });
const list = await makeSavedList(api.db, { accountId: reader.id, listings: ids.slice(0, 50) });

const LISTS = [
  '/',
  '/browse',
  '/featured',
  '/categories',
  '/category/pizza',
  '/category/restaurants',
  '/locations',
  '/county/orange-county',
  '/city/irvine',
  '/city/irvine?sort=newest',
  '/city/irvine/pizza',
  `/zip/${ZIP}`,
  '/irvine',
  '/search?q=rolling+oven',
  '/search?q=quetzal+way',
  '/search?q=private1%40quetzal.example',
  `/search?category=pizza&near=${ZIP}&within=1&sort=nearest`,
  '/search?q=pizza&view=map',
  `/compare?ids=${ids.slice(0, 4).join()}&near=${ZIP}`,
  `/quote?trade=pizza&near=${ZIP}`,
  `/lists/${list.token}`,
];

/** The responses that have something private, with what they have. */
async function findLeaks(urls: string[], visitor: Pick<ReturnType<typeof api.visitor>, 'get'> = api.visitor()) {
  const leaks: string[] = [];
  let read = 0;
  for (const url of urls) {
    const { status, body } = await visitor.get(url);
    if (status === 200) read += 1;
    // A search page repeats what was searched.
    const text = (typeof body === 'string' ? body : JSON.stringify(body)).replaceAll(
      /quetzal(?:\+|%20| )way|private1(?:@|%40)quetzal\.example/gi,
      '',
    );
    const [found] = PRIVATE.exec(text) ?? [];
    if (found) leaks.push(`${url}: ${found}`);
  }
  return { leaks, read };
}

describe(`${COUNT} private streets, points and emails`, () => {
  it('are in no public response of the API, feed, sitemap, tile or suggestion', async () => {
    await api.awaitInvalidations();
    const urls = listPublicUrls(api.http, { listing: first, list: list.token });
    const { leaks, read } = await findLeaks([...urls, ...ids.map((id) => `/api/ads/${id}`)]);
    expect(leaks).toEqual([]);
    expect(read).toBeGreaterThan(COUNT + 80);
  });

  it('are in no badge, contact, code or answer to another site', async () => {
    const urls = ids.flatMap((id) => [
      `/badge/${id}.svg`,
      `/qr/${id}.svg`,
      `/ads/${id}/contact.vcf`,
      `/oembed?url=${encodeURIComponent(`http://localhost:3000/ads/${id}`)}`,
    ]);
    const { leaks, read } = await findLeaks(urls);
    expect(leaks).toEqual([]);
    expect(read).toBe(urls.length);
  });

  it('are on no page, in both languages', async () => {
    const pages = LISTS.flatMap((path) => LANGUAGES.map((language) => toLocalPath(path, language)));
    const listings = ids.flatMap((id, i) =>
      ['/ads/{id}', '/embed/{id}'].map((path) =>
        toLocalPath(path.replace('{id}', String(id)), LANGUAGES[i % 2] ?? 'en'),
      ),
    );
    const { leaks, read } = await findLeaks([...pages, ...listings]);
    expect(leaks).toEqual([]);
    expect(read).toBe(pages.length + listings.length);
  });

  it('are in nothing that another account reads, posts or claims', async () => {
    const other = await makeAccount(api.db, { email_confirmed_at: new Date() });
    const visitor = await api.signedInVisitor(other.id);
    const { body } = await api.get(`/api/ads/${first}`);
    const same = { title: 'Rolling Oven 0', businessName: 'Rolling Oven 0', zipCode: ZIP, phone: body.phone ?? '' };
    const answers = [
      await sendListingForm(visitor, listingForm(same)),
      await visitor.post(`/api/ads/${first}/claims`, { message: 'This is my business.' }),
      await visitor.post(`/api/ads/${first}/suggested-edits`, { changes: { phone: '(949) 555-0199' } }),
      await visitor.post(`/api/ads/${first}/messages`, {
        name: 'Maria',
        email: other.email,
        subject: 'Pizza',
        text: 'Do you come to Tustin?',
      }),
      await visitor.post('/api/user/saved', { ids }),
    ];
    for (const answer of answers) expect(JSON.stringify(answer.body)).not.toMatch(PRIVATE);
    const query = new URLSearchParams(same).toString();
    const urls = listRoutes(api.http)
      .filter((route) => /^GET \/api\/(?:user|ads\/:id|admin)\b/.test(route))
      .map((route) => route.slice('GET '.length).replace(':id', String(first)));
    const { leaks, read } = await findLeaks(
      [...urls, `/api/user/ads/similar?${query}`, `/api/user/ads/unclaimed?${query}`],
      visitor,
    );
    expect(leaks).toEqual([]);
    expect(read).toBeGreaterThan(20);
  });
});

it('the owner alone reads the email', async () => {
  const visitor = await api.signedInVisitor(owners[0]?.id as number);
  expect(JSON.stringify((await visitor.get(`/api/user/ads/${first}`)).body)).toContain('private0@quetzal.example');
});
