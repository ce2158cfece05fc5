import { describe, expect, test } from 'vitest';
import type { ListingPage } from '#contract/listings.ts';
import { listingPage } from '../../tests/support/listing-page.ts';
import { ApiError, toPage } from './api.ts';
import { getQueryParams, render } from './entry-server.tsx';

const site = {
  name: 'SoCal Local',
  origin: 'https://local.example',
  operator: 'Example Broadband',
  postalAddress: '',
  supportEmail: 'help@local.example',
  measurementId: null,
  adsClientId: null,
};
const getAssets = () => ({ scripts: [], styles: [], fonts: [], preloads: [] });

const ad = listingPage({ phone: '8055550100' });
const paid = { ...ad, id: 8, level: 'premium', premium: true, isFeatured: true, businessUrl: 'https://salt.example/x' };

const place = {
  name: 'Irvine',
  slug: 'irvine',
  type: 'city',
  county: { name: 'Orange County', slug: 'orange-county' },
  location: { id: 3, name: 'Orange County', slug: 'orange-county' },
  count: 3,
  zipCodes: ['92614'],
  categories: [{ name: 'Pizza', slug: 'pizza', count: 2 }],
  nearby: [{ name: 'Tustin', slug: 'tustin' }],
  nearest: [],
  lat: 33.68,
  lng: -117.82,
  population: 307_670,
};

const pets = { id: 1, name: 'Pets', slug: 'pets', icon: 'dog', parentId: null, count: 4 };

/** An API that knows one of each noun and no listings, but for what `answers` says. */
function api(answers: Record<string, unknown> = {}) {
  const asked: string[] = [];
  const known: Record<string, unknown> = {
    '/api/city/irvine': place,
    '/api/location/irvine': place,
    '/api/county/orange-county': { id: 1, name: 'Orange County', slug: 'orange-county', count: 0, cities: [] },
    '/api/category/pets': {
      ...pets,
      count: 0,
      parent: null,
      related: [{ ...pets, id: 2, slug: 'groomers' }],
      cities: [],
    },
    '/api/city/irvine/category/pets': {
      city: { name: 'Irvine', slug: 'irvine' },
      county: place.county,
      category: { ...pets, count: 0 },
      parent: null,
      others: [{ name: 'Pizza', slug: 'pizza', count: 2 }],
      nearest: [{ name: 'Tustin', slug: 'tustin', count: 7 }],
    },
    '/api/zip/92614/ads': {
      zip: '92614',
      location: place.location,
      city: null,
      county: place.county,
      nearest: [{ zip: '92606', city: 'Irvine', count: 5 }],
      ads: [],
    },
    ...answers,
  };
  const read = async (address: string) => {
    asked.push(address);
    const path = address.split('?')[0] as string;
    const found = [address, path].find((name) => name in known);
    if (found && known[found] instanceof ApiError) throw known[found];
    if (found) return toPage(known[found], null);
    if (
      /^\/api\/(ads\/(recent|featured)|counties|cities|locations|categories|(county|city|location|category)\/[^/]+\/(category\/[^/]+\/)?ads)$/.test(
        path,
      )
    ) {
      return toPage([], null);
    }
    throw new ApiError(404, 'Nothing of that name');
  };
  return { read, asked };
}

async function show(url: string, answers?: Record<string, unknown>) {
  const { read, asked } = api(answers);
  const { status, html } = await render(url, { site, read, getAssets });
  const [markup = ''] = html.split('<script type="application/json" id="state">');
  const title = markup.match(/<h1[^>]*>(.*?)<\/h1>/)?.[1]?.replaceAll(/<[^>]*>/g, '');
  return { status, markup, title, asked };
}

describe('a page without listings shows its empty messages', () => {
  test.each([
    ['/', 'No recent ads available at the moment.', 'No featured ads available at the moment.'],
    ['/county/orange-county', 'Featured Businesses', 'Recent Listings'],
    ['/irvine', 'No featured ads in this location yet.', 'No ads available in this location yet.'],
    ['/zip/92614', 'No featured businesses in this zip code yet.', 'No businesses available in this zip code yet.'],
    ['/category/pets', 'Related Categories', 'No ads available in this category yet.'],
    ['/city/irvine/pets', 'Pets near Irvine', 'No Pets in Irvine yet.'],
  ])('%s', async (path, first, second) => {
    const { status, markup } = await show(path);
    expect(status).toBe(200);
    expect(markup).toContain(first);
    expect(markup).toContain(second);
  });
});

describe('where there are no listings, a page is not to be found, and leads to where there are some', () => {
  const empty = { ...place, count: 0, nearest: [{ name: 'Tustin', slug: 'tustin', count: 7 }] };
  test.each([
    ['/city/irvine', '/city/tustin', '7'],
    ['/irvine', '/city/tustin', '7'],
    ['/zip/92614', '/zip/92606', '5'],
    ['/category/pets', '/category/groomers', '4'],
    ['/city/irvine/pets', '/city/tustin/pets', '7'],
  ])('%s', async (path, nearest, count) => {
    const { markup } = await show(path, { '/api/city/irvine': empty, '/api/location/irvine': empty });
    expect(markup).toContain('<meta name="robots" content="noindex"/>');
    expect(markup).toMatch(new RegExp(`<a href="${nearest}" class="chip">.*?<small>${count}</small></a>`));
  });
});

test('a city leads to its categories, and a category in it back to both', async () => {
  expect((await show('/city/irvine')).markup).toContain(
    '<a href="/city/irvine/pizza" class="chip">Pizza<small>2</small></a>',
  );
  const { markup, title } = await show('/city/irvine/pets');
  expect(title).toBe('Pets in Irvine');
  for (const href of ['/county/orange-county', '/city/irvine', '/category/pets', '/city/irvine/pizza']) {
    expect(markup).toContain(`href="${href}"`);
  }
});

describe('what does not exist is named, with status 404', () => {
  test.each([
    ['/county/nowhere', 'County Not Found'],
    ['/city/nowhere', 'Location Not Found'],
    ['/city/irvine/nothing', 'Not Found'],
    ['/nowhere', 'Location Not Found'],
    ['/zip/00000', 'Zip Code Not Found'],
    ['/category/nothing', 'Category Not Found'],
    ['/ads/999', 'Ad Not Found'],
    ['/ads/abc', 'Ad Not Found'],
    ['/no/where', '404 Page Not Found'],
    ['/account/ads/abc/edit', 'Ad Not Found'],
    ['/account/ads/abc/preview', 'Ad Not Found'],
    ['/blog/a-post', 'Post not found'],
  ])('%s: %s', async (path, heading) => {
    const { status, title, markup } = await show(path);
    expect(status).toBe(404);
    expect(title).toBe(heading);
    expect(markup).toContain('<meta name="robots" content="noindex"/>');
  });
});

test('headings name the place', async () => {
  expect((await show('/county/orange-county')).title).toBe('Orange County Local Business Directory');
  expect((await show('/irvine')).title).toBe('Irvine');
  expect((await show('/zip/92614')).title).toBe('Orange County (92614)');
});

test('a location page offers advertising in its title and has one address', async () => {
  const { markup } = await show('/irvine');
  expect(markup).toContain('<title>Advertise in Irvine for Just $100 | SoCal Local</title>');
  expect(markup).toContain('<link rel="canonical" href="https://local.example/city/irvine"/>');
});

test('a region outside California has the offer and asks for no listings', async () => {
  const { status, title, markup, asked } = await show('/dfw');
  expect({ status, title }).toEqual({ status: 200, title: 'Dallas–Fort Worth' });
  expect(markup).toContain('Advertise in Dallas–Fort Worth for Just $100');
  expect(asked).toEqual(['/api/locations?zipCodes=false']);
});

test('no page asks the API more than six times', async () => {
  const paths = [
    '/',
    '/browse',
    '/featured',
    '/categories',
    '/locations',
    '/irvine',
    '/city/irvine',
    '/county/orange-county',
    '/category/pets',
    '/zip/92614',
  ];
  for (const path of paths) expect((await show(path)).asked.length, path).toBeLessThanOrEqual(6);
});

test('a category whose listings cannot be read says so', async () => {
  const { status, title } = await show('/category/pets', { '/api/category/pets/ads': new ApiError(503, 'busy') });
  expect([status, title]).toEqual([503, 'Failed to fetch ads']);
});

test('the number of businesses is claimed only where there are more than 2,500', async () => {
  const counties = (count: number) => ({
    '/api/counties': [{ id: 1, name: 'Kern County', slug: 'kern-county', count }],
  });
  expect((await show('/', counties(2_996))).markup).toContain('2,996 local businesses');
  expect((await show('/', counties(12))).markup).not.toContain('12 local businesses');
});

test('pages of places and categories are shared with pictures of their own', async () => {
  const image = async (path: string) => (await show(path)).markup.match(/"og:image" content="([^"?]*)/)?.[1];
  for (const path of ['/county/orange-county', '/city/irvine', '/city/irvine/pets', '/zip/92614', '/category/pets']) {
    expect(await image(path), path).toBe(`https://local.example/share${path}.png`);
  }
  expect(await image('/irvine')).toBe('https://local.example/share/city/irvine.png');
  for (const path of ['/', '/browse', '/dfw']) expect(await image(path), path).toBe('https://local.example/og.png');
});

describe('what is written', () => {
  test.each([
    ['/blog', 'Blog', /<a href="\/blog\/found-in-your-zip-code"[^>]*>Read More/],
    ['/blog/found-in-your-zip-code', 'Getting found in your ZIP code', /"@type":"Article"/],
    ['/help', 'Help &amp; FAQ', /"@type":"FAQPage"/],
    ['/privacy-policy', 'Privacy Policy', /Last updated: <time dateTime="2025-04-16">April 16, 2025/],
    ['/terms-of-service', 'Terms of Service', /Last updated: <time dateTime="2025-04-16">April 16, 2025/],
    ['/rates', 'Advertising Rates', /Last updated: April 2025/],
    ['/quick-links', 'About SoCal Local', /a unit of <!-- -->Example Broadband/],
  ])('%s stands without asking the API', async (path, heading, words) => {
    const { status, title, markup, asked } = await show(path);
    expect([status, title, asked]).toEqual([200, heading, []]);
    expect(markup).toMatch(words);
    expect(markup).toContain(`<link rel="canonical" href="https://local.example${path}"/>`);
    expect(markup).not.toMatch(/\{(site|operator)\}/);
  });

  test('names the site as it is configured, in pages and for search engines', async () => {
    const answer = 'is a directory of local businesses in Southern California';
    const { markup } = await show('/help');
    expect(markup.split(`SoCal Local ${answer}`)).toHaveLength(3);
    expect(markup).toContain('href=\\"https://local.example/locations\\"');
  });

  test('/faq is the help, which has one address', async () => {
    const { title, markup } = await show('/faq');
    expect(title).toBe('Help &amp; FAQ');
    expect(markup).toContain('<link rel="canonical" href="https://local.example/help"/>');
  });

  test('a post is shared with its day and a picture of its title', async () => {
    const { markup } = await show('/blog/hours-holidays-heat');
    expect(markup).toContain('<meta property="og:type" content="article"/>');
    expect(markup).toContain('<meta property="article:published_time" content="2025-04-09"/>');
    expect(markup).toContain('content="https://local.example/share/blog/hours-holidays-heat.png?v=');
    expect(markup).toContain('<time dateTime="2025-04-09">April 9, 2025</time>');
  });

  test('rates are those of the plans', async () => {
    const { markup } = await show('/rates');
    const words = markup.replaceAll(/<[^>]*>/g, '|').replaceAll(/\|+/g, '|');
    for (const row of [
      '1 month|$100|$100|–',
      '3 months|$90|$270|10%',
      '6 months|$85|$510|15%',
      '12 months|$75|$900|25%',
    ]) {
      expect(words).toContain(`|${row}|`);
    }
    expect(markup).toContain('href="/post-ad?plan=free"');
    expect(markup).toContain('href="/checkout?plan=premium"');
  });
});

describe('a list', () => {
  test('shows a free listing with its day, leading to its own page', async () => {
    const { markup } = await show('/irvine', { '/api/location/irvine/ads': [ad] });
    expect(markup).toContain('<time dateTime="2025-11-20T07:30:00.000Z">Nov 19</time>');
    expect(markup).toMatch(/<a href="\/ads\/7"[^>]*>View Details/);
    expect(markup).toContain('Bakeries\u00a0· Ventura\u00a0· Southern California');
  });

  test('shows a paid one leading to its website in a new tab', async () => {
    const { markup } = await show('/featured', { '/api/ads/featured': [paid] });
    expect(markup).toMatch(/<a href="https:\/\/salt\.example\/x" target="_blank" rel="noopener"/);
    expect(markup).toContain('Featured</span>');
  });

  test('goes on at its cursor, on pages that search engines leave out', async () => {
    const { markup, asked } = await show('/browse?cursor=abc');
    expect(asked).toContain('/api/ads/recent?cursor=abc');
    expect(markup).toContain('<meta name="robots" content="noindex"/>');
  });

  test('of a ZIP code leads on, and goes on without what was shown already', async () => {
    const where = { zip: '92614', location: place.location, city: null, county: place.county, nearest: [] };
    const next = '/api/zip/92614/ads?featured=false&cursor=abc';
    const answers = {
      '/api/zip/92614/ads?featured=true&limit=6': { ...where, ads: [paid] },
      '/api/zip/92614/ads?featured=false': { ...where, ads: [ad], next },
      [next]: { ...where, ads: [{ ...ad, id: 9 }] },
    };
    const { markup } = await show('/zip/92614', answers);
    expect(markup).toContain('Featured</span>');
    expect(markup).toMatch(/<a href="\?cursor=abc"[^>]*>Load More Ads/);
    expect(markup).toContain('<link rel="canonical" href="https://local.example/zip/92614"/>');

    const { markup: continued } = await show('/zip/92614?cursor=abc', answers);
    expect(continued).toContain('href="/ads/9"');
    expect(continued).not.toContain('Load More Ads');
    expect(continued).not.toContain('Featured Businesses');
    expect(continued).toContain('<meta name="robots" content="noindex"/>');
  });
});

describe('a listing', () => {
  const shown = (changes: Partial<ListingPage>) =>
    show('/ads/7', { '/api/ads/7': { ...ad, ...changes }, '/api/ads/7/related': [] });

  test('can be called and found, and tells search engines its facts', async () => {
    const { markup } = await shown({});
    expect(markup).toContain('href="tel:+18055550100"');
    expect(markup).toContain('1 Pier Ave');
    expect(markup).toContain('"@type":"LocalBusiness"');
    expect(markup).toContain('"telephone":"8055550100"');
    expect(markup).not.toContain('noindex');
  });

  test('that is made up says so, and search engines are told nothing', async () => {
    const { markup } = await shown({ sample: true });
    expect(markup).toContain('This business is made up.');
    expect(markup).not.toContain('LocalBusiness');
    expect(markup).toContain('<meta name="robots" content="noindex"/>');
  });

  test('that nobody claimed says where its facts come from', async () => {
    const { markup } = await shown({ unclaimed: true, source: 'Open Brewery DB' });
    expect(markup).toContain('Unclaimed listing');
    expect(markup).toContain('open data (Open Brewery DB)');
  });

  test('cannot end the script that carries its facts', async () => {
    const { markup } = await shown({ description: '</script><script>alert(1)</script>' });
    expect(markup).not.toContain('<script>alert(1)');
  });
});

test('only the parameters that a page reads are its own', () => {
  expect(getQueryParams('/browse')).toEqual(['cursor']);
  expect(getQueryParams('/')).toEqual([]);
  expect(getQueryParams('/zip/92614')).toEqual(['cursor']);
  expect(getQueryParams('/categories')).toEqual([]);
});
