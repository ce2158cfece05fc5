import { zodResolver } from '@hookform/resolvers/zod';
import { describe, expect, it } from 'vitest';
import { EMPTY_LISTING_FORM, listingFormSchema } from '#contract/listing-form.ts';
import type { NewListings } from '#contract/site.ts';
import { planOffers } from '#tests/support/responses/plan-offers.ts';
import { SECTION_NAMES } from '#web/listing-form/sections/sections.ts';
import { ApiError, render } from '#web/site/entry-server.tsx';

const site = {
  name: 'SoCal Local',
  origin: 'https://local.example',
  operator: 'Example Broadband',
  postalAddress: '',
  supportEmail: 'help@local.example',
  profiles: {},
  measurementId: null,
  adsClientId: null,
  mapTiles: '/map-tiles/1.pmtiles',
  signUps: 'open' as const,
  newListings: 'live' as const,
  payments: 'simulated' as const,
};

const responses: Record<string, object> = {
  '/api/plans': planOffers,
  '/api/categories': {
    items: [{ id: 7, name: 'Restaurants', slug: 'restaurants', icon: 'utensils', parentId: null, count: 3 }],
    next: null,
  },
  '/api/locations?zipCodes=false': { items: [{ id: 3, name: 'Orange County', slug: 'orange-county' }], next: null },
};

/** The HTML of the page, before any script runs. */
async function pageAt(url: string, newListings: NewListings = 'live'): Promise<string> {
  const { status, html } = await render(url, {
    site: { ...site, newListings },
    read: async (path) => responses[path] ?? Promise.reject(new ApiError(500, `${path} was read`)),
    getAssets: () => ({ scripts: [], styles: [], fonts: [], preloads: [] }),
  });
  expect(status).toBe(200);
  return html;
}

const premiumSwitch = (html: string) => html.match(/<input[^>]*role="switch"[^>]*>/)?.[0];

describe('The page at /post-ad', () => {
  it('turns premium on only where its URL says so', async () => {
    expect(premiumSwitch(await pageAt('/post-ad?plan=premium'))).toContain('checked=""');
    for (const url of ['/post-ad', '/post-ad?plan=free', '/post-ad?plan=gold'])
      expect(premiumSwitch(await pageAt(url)), url).not.toContain('checked=""');
  });

  it.each<[NewListings, string]>([
    ['live', 'It goes live right away.'],
    ['some-wait', 'Most go live right away; we read some first.'],
    ['wait', 'It goes live when we’ve approved it.'],
  ])('says what happens to new listings: %s', async (newListings, words) => {
    expect(await pageAt('/post-ad', newListings)).toContain(words);
  });

  it('is disabled before hydration, says so without JavaScript, and never submits by GET', async () => {
    const html = await pageAt('/post-ad');
    expect(html).toMatch(/<noscript>.*You need JavaScript to post\..*<\/noscript>/);
    expect(html).toMatch(/<form[^>]*method="post"[^>]*><fieldset disabled=""/);
    expect(html).toMatch(/<button[^>]*type="submit"[^>]*disabled=""/);
  });

  it('compares Free and Premium before the prices', async () => {
    const html = await pageAt('/post-ad');
    const [free = '', premium = ''] = [...html.matchAll(/<h3[^>]*>(?:Free|Premium)<\/h3><ul.*?<\/ul>/g)].map(([text]) =>
      text.replace(/<[^>]*>/g, '|').replace(/\|+/g, '|'),
    );
    expect(free).toBe(
      '|Free|Basic listing|Contact information|Not included: |Featured placement|Not included: |Analytics dashboard|Not included: |Map pin|',
    );
    expect(premium).toBe(
      '|Premium|Enhanced listing|Contact information|Featured placement|Analytics dashboard|Map pin|',
    );
  });

  it('has the specified fields, the switch and the button before the optional sections, which are closed', async () => {
    const html = await pageAt('/post-ad');
    const [form = ''] = html.match(/<form[^>]*method="post".*?<\/form>/s) ?? [];
    const names = [...form.matchAll(/<(?:input|select|textarea)[^>]* name="(\w+)"/g)].map(([, name]) => name);
    expect(names).toEqual([
      'title',
      'description',
      'businessName',
      'address',
      'city',
      'state',
      'zipCode',
      'phone',
      'email',
      'website',
      'categoryId',
      'locationId',
      'imageUrl',
      'premium',
    ]);
    expect(form.indexOf('name="premium"')).toBeLessThan(form.indexOf('type="submit"'));
    expect(form.indexOf('type="submit"')).toBeLessThan(form.indexOf('<details'));
    expect(form.match(/<details/g)).toHaveLength(SECTION_NAMES.length);
    expect(form).not.toMatch(/<details[^>]* open/);
  });

  it('has a title and a canonical URL', async () => {
    const html = await pageAt('/post-ad?plan=premium');
    expect(html).toContain('<title>Post Your Ad | SoCal Local</title>');
    expect(html).toContain('<link rel="canonical" href="https://local.example/post-ad"/>');
  });
});

it('an empty form has an error at each required field', async () => {
  const { errors } = await zodResolver(listingFormSchema)({ ...EMPTY_LISTING_FORM, state: '' }, undefined, {
    fields: {},
    shouldUseNativeValidation: false,
  });
  const fieldErrors = Object.entries(errors as Record<string, { message: string }>);
  expect(Object.fromEntries(fieldErrors.map(([field, { message }]) => [field, message]))).toEqual({
    title: 'Title must be at least 5 characters',
    description: 'Description must be at least 20 characters',
    businessName: 'Business name is required',
    address: 'Address is required',
    city: 'City is required',
    state: 'State is required',
    zipCode: 'Zip code is required',
    phone: 'Phone number is required',
    email: 'Invalid email address',
    categoryId: 'Category is required',
    locationId: 'Location is required',
  });
});
