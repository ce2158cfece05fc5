import { resolve } from 'node:path';
import { HtmlValidate, StaticConfigLoader } from 'html-validate';
import { afterAll, describe, expect, it } from 'vitest';
import { loadBuild } from '#server/platform/page-cache/web-build.ts';
import { makeAccount } from '#server/site/seed/factories.ts';
import { SAMPLE_LISTINGS } from '#server/site/seed/sample-listings.ts';
import { makeListings } from '#tests/fixtures/bulk-factories.ts';
import { makeOrganization } from '#tests/fixtures/organization-factories.ts';
import { createTestApi } from '#tests/support/api.ts';
import { findStructuredDataErrors } from '#tests/support/documents/structured-data.ts';
import { selectCases } from '#tests/support/long-run.ts';

// The rules of the HTML standard that a checker can decide, and of what html-validate recommends those that name real faults.
const validator = new HtmlValidate(
  new StaticConfigLoader({
    extends: ['html-validate:standard'],
    rules: Object.fromEntries(
      ['input-attributes', 'no-implicit-close', 'no-missing-references', 'script-type', 'wcag/h32', 'wcag/h37'].map(
        (rule) => [rule, 'error'],
      ),
    ),
  }),
);

const api = await createTestApi({ web: await loadBuild(resolve(import.meta.dirname, '../dist')) });
afterAll(api.close);
await makeListings(api.db, 200);
const photo = { id: 1, name: 'a'.repeat(20), widths: [640], width: 640, height: 480, alt: 'A van' };
const premium = await api.createListing({
  ...SAMPLE_LISTINGS[0],
  zip: '92614',
  lat: 33.68,
  lng: -117.82,
  logo: JSON.stringify(photo),
  photos: JSON.stringify([photo, { ...photo, id: 2 }]),
  special_hours: JSON.stringify([{ on: '12-25', hours: 'closed' }]),
});
const free = await api.createListing({ zip: '92614' });

const owner = await makeAccount(api.db);
const branches = [await api.createListing({ owner_id: owner.id }), await api.createListing({ owner_id: owner.id })];
const { slug: brand } = await makeOrganization(api.db, { ownerId: owner.id, listings: branches });

const origin = 'http://localhost:3000';
const MISSING = ['/nowhere/at/all', '/ads/999999999'];
const PAGES = [
  '/',
  `/ads/${premium}`,
  '/post-ad',
  `/ads/${free}`,
  `/ads/${free}/analytics`,
  '/browse',
  '/featured',
  '/saved',
  '/compare',
  `/compare?ids=${premium},${free}&near=92614`,
  '/post-ad?plan=premium',
  '/quote',
  '/quote?trade=plumbers&near=92614',
  '/rates',
  '/categories',
  '/category/plumbers',
  '/category/restaurants?open=now',
  '/search',
  '/search?q=plumber+near+irvine',
  '/search?q=restaurant&view=map',
  '/search?q=pizza+near+disneyland',
  '/search?q=zzyzxq',
  '/search?q=pizza+near+me',
  '/locations',
  '/county/orange-county',
  '/city/irvine',
  '/city/irvine?sort=newest',
  '/city/irvine/plumbers',
  '/city/irvine/florists',
  '/city/koreatown',
  '/city/koreatown/pizza',
  '/zip/92614',
  '/orange-county',
  '/irvine',
  '/dfw',
  '/account',
  `/account/ads/${free}/edit`,
  `/account/ads/${free}/preview`,
  `/account/ads/${free}/qr-sheet`,
  `/embed/${premium}`,
  `/es/embed/${free}/dark`,
  '/account/payments/1',
  '/account/branches',
  '/account/branches/1',
  '/account/branches/1/edit',
  '/account/branches/1/file',
  `/brand/${brand}`,
  `/brand/${brand}?zip=92614`,
  '/account/claim',
  '/account/receipt-cards',
  '/receipt-codes',
  '/contact',
  '/auth',
  '/auth?register=1',
  '/auth/confirm',
  '/auth/link',
  '/auth/reset',
  '/join',
  '/still-right',
  '/renew',
  '/stop-renewal',
  '/unsubscribe',
  '/admin',
  '/checkout?plan=annual',
  '/payment-success',
  '/blog',
  '/blog/hours-holidays-heat',
  '/help',
  '/privacy-policy',
  '/terms-of-service',
  '/quick-links',
  '/privacy-choices',
  ...MISSING,
];

describe('the HTML of the server has no errors', () => {
  it.each(selectCases(3, PAGES))('on %s', async (path) => {
    const { status, body } = await api.get(path);
    expect(status).toBe(MISSING.includes(path) ? 404 : 200);
    expect(findErrors(body)).toEqual([]);
    expect(readStructuredData(body).flatMap((data) => findStructuredDataErrors(data, origin))).toEqual([]);
  });
});

const ABOUT = [
  [`/ads/${premium}`, [`/api/ads/${premium}`, `/api/ads/${premium}/related?limit=6`, `/api/ads/${premium}/reviews`]],
  [`/brand/${brand}`, [`/api/brands/${brand}`]],
  ['/city/irvine/plumbers', ['/api/city/irvine/category/plumbers']],
  ['/category/plumbers', ['/api/category/plumbers']],
  ['/county/orange-county', ['/api/county/orange-county']],
  ['/zip/92614', ['/api/zip/92614/ads?featured=true&limit=page', '/api/zip/92614/ads?featured=false']],
  ['/irvine', ['/api/location/irvine']],
  ['/blog/hours-holidays-heat', ['/api/texts/blog/hours-holidays-heat', '/api/texts/blog']],
  ['/es/city/irvine', ['/api/city/irvine?lang=es', '/api/city/irvine/ads?featured=true&limit=page&lang=es']],
] as const;

it.each(ABOUT)('%s links to the data that it is made of', async (path, expected) => {
  const { body } = await api.get(path);
  const links = [...body.matchAll(/<link rel="alternate" type="application\/json" href="([^"]+)"/g)];
  const paths = links.map(([, href = '']) => href.replaceAll('&amp;', '&'));
  expect(paths.slice(0, expected.length)).toEqual(expected);
  expect(paths.filter((one) => /slots|notices|filters/.test(one))).toEqual([]);
  for (const one of paths) {
    const { status, headers } = await api.get(one);
    expect([one, status, headers['content-type']]).toEqual([one, 200, 'application/json; charset=utf-8']);
  }
});

it('a page that is for nobody but its reader, or does not exist, links to no data', async () => {
  for (const path of ['/account', '/ads/999999999', '/nowhere/at/all'])
    expect((await api.get(path)).body).not.toContain('type="application/json" href');
});

it('errors are found', () => {
  const errorsOf = (body: string) =>
    findErrors(`<!DOCTYPE html><html lang="en"><head><title>x</title></head><body>${body}</body></html>`);
  expect(errorsOf('<h1>Fine</h1>')).toEqual([]);
  const faults = [
    '<p><div>A block in a paragraph</div></p>',
    '<p id="a"></p><p id="a"></p>',
    '<ul><div></div></ul>',
    '<a href="/"><button type="button">A button in a link</button></a>',
    '<label for="nothing">Nothing</label>',
    '<section aria-labelledby="nothing">Named by nothing</section>',
    '<img src="/x">',
    '<input type="checkbox" maxlength="5">',
    '<input type="colour">',
  ];
  expect(faults.filter((fault) => errorsOf(fault).length === 0)).toEqual([]);
});

const readStructuredData = (html: string) =>
  [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].map(([, json = '']) => JSON.parse(json));

function findErrors(html: string): string[] {
  return validator
    .validateStringSync(html)
    .results.flatMap(({ messages }) =>
      messages.map(({ ruleId, message, selector }) => `${ruleId}: ${message} (${selector})`),
    );
}
