import { describe, expect, test } from 'vitest';
import type { PublicPost } from '#contract/content.ts';
import type { FactSource } from '#contract/fact-sources.ts';
import type { ListingPage } from '#contract/listings.ts';
import type { Site } from '#contract/site.ts';
import { listingPage } from '#tests/support/responses/listing-page.ts';
import { planOffers } from '#tests/support/responses/plan-offers.ts';
import { textResponses } from '#tests/support/responses/texts.ts';
import { ApiError, toPage } from '#web/base/api/api.ts';
import { getQueryParams, render } from './entry-server.tsx';

const NO_REVIEWS = { count: 0, average: null, histogram: null, withheld: [], reviews: [] };
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
const getAssets = () => ({ scripts: [], styles: [], fonts: [], preloads: [] });

const listing = listingPage({ phone: '8055550100', tel: 'tel:+18055550100' });
const premiumListing = {
  ...listing,
  id: 8,
  level: 'premium',
  premium: true,
  isFeatured: true,
  businessUrl: 'https://salt.example/x',
};

const irvine = {
  name: 'Irvine',
  slug: 'irvine',
  type: 'city',
  county: { name: 'Orange County', slug: 'orange-county' },
  location: { id: 3, name: 'Orange County', slug: 'orange-county' },
  count: 3,
  zipCodes: ['92614'],
  categories: [{ name: 'Pizza', slug: 'pizza', count: 2 }],
  city: null,
  neighborhoods: [{ name: 'Woodbridge', slug: 'woodbridge', count: 1 }],
  nearby: [{ name: 'Tustin', slug: 'tustin' }],
  nearest: [],
  lat: 33.68,
  lng: -117.82,
  population: 307_670,
  scenery: 'kern-county',
};

const pets = { id: 1, name: 'Pets', slug: 'pets', icon: 'dog', parentId: null, count: 4 };

/** An API with one place and one category and without listings; `overrides` replaces single responses. */
function api(overrides: Record<string, unknown> = {}) {
  const requests: string[] = [];
  const responses: Record<string, unknown> = {
    '/api/plans': planOffers,
    ...textResponses,
    '/api/city/irvine': irvine,
    '/api/location/irvine': irvine,
    '/api/county/orange-county': { id: 1, name: 'Orange County', slug: 'orange-county', count: 0, cities: [] },
    '/api/category/pets': {
      ...pets,
      count: 0,
      parent: null,
      related: [{ ...pets, id: 2, slug: 'groomers' }],
      neighbors: [{ name: 'Shopping', slug: 'shopping', icon: 'folder' }],
      nearest: [],
      cities: [],
    },
    '/api/city/irvine/category/pets': {
      city: { name: 'Irvine', slug: 'irvine' },
      county: irvine.county,
      category: { ...pets, count: 0 },
      parent: null,
      neighborhoods: [],
      zipCodes: [],
      others: [{ name: 'Pizza', slug: 'pizza', count: 2 }],
      nearest: [{ name: 'Tustin', slug: 'tustin', count: 7 }],
      nearestOfAnyKind: [],
    },
    '/api/zip/92614/ads': {
      zip: '92614',
      location: irvine.location,
      city: null,
      county: irvine.county,
      nearest: [{ zip: '92606', city: 'Irvine', count: 5 }],
      ads: [],
    },
    ...overrides,
  };
  const read = async (address: string) => {
    requests.push(address);
    const path = address.split('?')[0] as string;
    const key = [address, path].find((name) => name in responses);
    if (key && responses[key] instanceof ApiError) throw responses[key];
    if (key) return toPage(responses[key], null);
    if (
      /^\/api\/(ads\/(recent|featured)|counties|cities|locations|categories|(county|city|location|category)\/[^/]+\/(category\/[^/]+\/)?ads)$/.test(
        path,
      )
    ) {
      return toPage([], null);
    }
    throw new ApiError(404, 'Nothing of that name');
  };
  return { read, requests };
}

async function renderPage(url: string, overrides?: Record<string, unknown>, settings?: Partial<Site>) {
  const { read, requests } = api(overrides);
  const { status, html } = await render(url, { site: { ...site, ...settings }, read, getAssets });
  const [markup = ''] = html.split('<script type="application/json" id="state">');
  const title = markup.match(/<h1[^>]*>(.*?)<\/h1>/)?.[1]?.replaceAll(/<[^>]*>/g, '');
  return { status, markup, title, requests };
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
    const { status, markup } = await renderPage(path);
    expect(status).toBe(200);
    expect(markup).toContain(first);
    expect(markup).toContain(second);
  });
});

describe('a page without listings is not indexed, and links to pages that have some', () => {
  const empty = { ...irvine, count: 0, nearest: [{ name: 'Tustin', slug: 'tustin', count: 7 }] };
  test.each([
    ['/city/irvine', '/city/tustin', '7'],
    ['/irvine', '/city/tustin', '7'],
    ['/zip/92614', '/zip/92606', '5'],
    ['/category/pets', '/category/groomers', '4'],
    ['/city/irvine/pets', '/city/tustin/pets', '7'],
  ])('%s', async (path, nearest, count) => {
    const { markup } = await renderPage(path, { '/api/city/irvine': empty, '/api/location/irvine': empty });
    expect(markup).toContain('<meta name="robots" content="noindex"/>');
    expect(markup).toMatch(new RegExp(`<a href="${nearest}" class="chip">.*?<small>${count}</small></a>`));
  });
});

test('the filters of a list in its URL search its place, and every list can be compared', async () => {
  const results = { '/api/search': [], '/api/search/about': null };
  for (const path of ['/county/orange-county', '/city/irvine', '/zip/92614']) {
    const { markup, requests } = await renderPage(`${path}?open=24h&language=es`, results);
    const place = path.split('/')[2];
    expect(
      requests.filter((request) => request.includes('/search?')),
      path,
    ).toEqual([expect.stringMatching(new RegExp(`^(?=.*open=24h)(?=.*language=es)(?=.*place=${place}(&|$))`))]);
    expect(markup).toContain('content="noindex"');
  }
  for (const path of ['/county/orange-county', '/city/irvine', '/zip/92614', '/irvine', '/category/pets']) {
    expect((await renderPage(path)).markup, path).toMatch(/<button type="button" aria-pressed="false".*?Compare/);
  }
});

test('a city links to its neighborhoods, a neighborhood to its city, and a listing to both', async () => {
  expect((await renderPage('/city/irvine')).markup).toContain(
    '<a href="/city/woodbridge" class="chip">Woodbridge<small>1</small></a>',
  );
  const woodbridge = { ...irvine, name: 'Woodbridge', slug: 'woodbridge', city: { name: 'Irvine', slug: 'irvine' } };
  const { markup } = await renderPage('/city/irvine', { '/api/city/irvine': woodbridge });
  expect(markup).toMatch(/href="\/county\/orange-county".*?href="\/city\/irvine".*?Woodbridge/);
  const listing = listingPage({ neighborhood: { name: 'Woodbridge', slug: 'woodbridge' } });
  expect(
    (await renderPage('/ads/7', { '/api/ads/7': listing, '/api/ads/7/related': [], '/api/ads/7/reviews': NO_REVIEWS }))
      .markup,
  ).toMatch(/href="\/city\/ventura".*?href="\/city\/woodbridge"/);
});

test('a city links to its categories, and a category in a city links to both', async () => {
  expect((await renderPage('/city/irvine')).markup).toContain(
    '<a href="/city/irvine/pizza" class="chip">Pizza<small>2</small></a>',
  );
  const { markup, title } = await renderPage('/city/irvine/pets');
  expect(title).toBe('Pets in Irvine');
  for (const href of ['/county/orange-county', '/city/irvine', '/category/pets', '/city/irvine/pizza']) {
    expect(markup).toContain(`href="${href}"`);
  }
});

describe('an unknown page has status 404 and a heading that says what is missing', () => {
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
    const { status, title, markup } = await renderPage(path);
    expect(status).toBe(404);
    expect(title).toBe(heading);
    expect(markup).toContain('<meta name="robots" content="noindex"/>');
  });
});

test('listings of one name in one city have different titles, by their street', async () => {
  const renderTitle = async (address: string | null) => {
    const listing = listingPage({ title: 'Ralphs', address });
    const { markup } = await renderPage('/ads/7', {
      '/api/ads/7': listing,
      '/api/ads/7/related': [],
      '/api/ads/7/reviews': NO_REVIEWS,
    });
    return /<title>(.*?)<\/title>/.exec(markup)?.[1];
  };
  expect(await renderTitle('1 Pier Ave')).toBe('Ralphs, 1 Pier Ave, Ventura | SoCal Local');
  expect(await renderTitle(null)).toBe('Ralphs in Ventura | SoCal Local');
});

test('the first picture of featured listings is loaded at once, and those after it when they are near', async () => {
  const card = { ...premiumListing, imageSrc: '/photos/1-640.webp', imageSrcSet: '/photos/1-640.webp 640w' };
  const { markup } = await renderPage('/city/irvine', {
    '/api/city/irvine/ads?featured=true&limit=page': [card, { ...card, id: 9 }],
  });
  const images = markup.match(/<img [^>]*\/photos\/[^>]*>/g) ?? [];
  expect(images.map((image) => /loading="(\w+)"/.exec(image)?.[1])).toEqual(['eager', 'lazy']);
});

test('headings contain the name of the place', async () => {
  expect((await renderPage('/county/orange-county')).title).toBe('Orange County Local Business Directory');
  expect((await renderPage('/irvine')).title).toBe('Irvine');
  expect((await renderPage('/zip/92614')).title).toBe('Orange County (92614)');
});

test('a location page offers advertising in its title and has one address', async () => {
  const { markup } = await renderPage('/irvine');
  expect(markup).toContain('<title>Advertise in Irvine for Just $100 | SoCal Local</title>');
  expect(markup).toContain('<link rel="canonical" href="https://local.example/city/irvine"/>');
});

test('a region outside California promises no listings there and requests none', async () => {
  const { status, title, markup, requests } = await renderPage('/dfw');
  expect({ status, title }).toEqual({ status: 200, title: 'Dallas–Fort Worth' });
  expect(markup).toContain('Reach Southern California from Dallas–Fort Worth');
  expect(markup).not.toMatch(/ads in Dallas|Just \$100|Featured Ads/);
  expect(requests).toEqual(['/api/locations?zipCodes=false', '/api/plans', '/api/slots/location.dfw']);
});

test('the rates page shows samples only while no real listing is paid for', async () => {
  const card = {
    id: 7,
    title: 'Second Wind Yoga',
    businessName: 'Second Wind Yoga',
    description: 'A sample.',
    category: pets,
    city: irvine,
    county: irvine.county,
    locationId: 3,
    createdAt: '2025-04-16T00:00:00.000Z',
    isFeatured: true,
    level: 'premium',
    sample: true,
  };
  const render = async (sample: boolean) =>
    (await renderPage('/rates', { '/api/ads/featured': [{ ...card, sample }] })).markup;
  expect(await render(true)).toMatch(/Last updated: April 2025.*Second Wind Yoga/s);
  expect(await render(false)).not.toContain('Second Wind Yoga');
});

test('no page sends more than seven requests to the API', async () => {
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
  for (const path of paths) expect((await renderPage(path)).requests.length, path).toBeLessThanOrEqual(7);
});

test('a category shows an error when its listings cannot be read', async () => {
  const { status, title } = await renderPage('/category/pets', { '/api/category/pets/ads': new ApiError(503, 'busy') });
  expect([status, title]).toEqual([503, 'Failed to fetch ads']);
});

test('a category shows another error when it cannot be read itself', async () => {
  const { status, title, markup } = await renderPage('/category/pets', {
    '/api/category/pets': new ApiError(503, 'busy'),
  });
  expect([status, title]).toEqual([503, 'Category not found']);
  expect(markup).toContain('Try again');
});

test('a ZIP code whose listings cannot be read is not said to be unknown', async () => {
  const { status, title, markup } = await renderPage('/zip/92614', {
    '/api/zip/92614/ads': new ApiError(500, 'broken'),
  });
  expect([status, title]).toEqual([500, 'Something went wrong on our side']);
  expect(markup).toContain('Try again');
});

test('the home page shows the number of businesses only when there are more than 2,500', async () => {
  const counties = (count: number) => ({
    '/api/counties': [{ id: 1, name: 'Kern County', slug: 'kern-county', count }],
  });
  expect((await renderPage('/', counties(2_996))).markup).toContain('2,996 local businesses');
  expect((await renderPage('/', counties(12))).markup).not.toContain('12 local businesses');
});

test('pages of places and categories have share images of their own', async () => {
  const image = async (path: string) => (await renderPage(path)).markup.match(/"og:image" content="([^"?]*)/)?.[1];
  for (const path of ['/county/orange-county', '/city/irvine', '/city/irvine/pets', '/zip/92614', '/category/pets']) {
    expect(await image(path), path).toBe(`https://local.example/share${path}.png`);
  }
  expect(await image('/irvine')).toBe('https://local.example/share/city/irvine.png');
  for (const path of ['/', '/browse', '/dfw']) expect(await image(path), path).toBe('https://local.example/og.png');
});

describe('a page of texts', () => {
  test.each([
    ['/blog', 'Blog', /<a href="\/blog\/found-in-your-zip-code"[^>]*>Read More/],
    ['/blog/found-in-your-zip-code', 'Getting found in your ZIP code', /"@type":"Article"/],
    ['/help', 'Help &amp; FAQ', /"@type":"FAQPage"/],
    ['/privacy-policy', 'Privacy Policy', /Last updated: <time dateTime="2025-04-16">April 16, 2025/],
    ['/terms-of-service', 'Terms of Service', /Last updated: <time dateTime="2025-04-16">April 16, 2025/],
  ])('%s requests texts only', async (path, heading, words) => {
    const { status, title, markup, requests } = await renderPage(path);
    expect([status, title]).toEqual([200, heading]);
    expect(requests.filter((request) => !request.startsWith('/api/texts/'))).toEqual([]);
    expect(markup).toMatch(words);
    expect(markup).toContain(`<link rel="canonical" href="https://local.example${path}"/>`);
    expect(markup).not.toMatch(/\{(site|operator)\}/);
  });

  test('says in which language it is, if it is not translated, and leaves search engines the other page', async () => {
    const path = '/blog/found-in-your-zip-code';
    const own = await renderPage(path);
    expect(own.markup).not.toContain('<h1 class="text-2xl sm:text-3xl lg:text-4xl"><span');
    const alternate = /<link rel="alternate" hrefLang/;
    expect(own.markup).toMatch(alternate);
    const text = textResponses[`/api/texts${path}`] as PublicPost;
    const untranslated = { ...text, languages: ['en'] };
    expect((await renderPage(path, { [`/api/texts${path}`]: untranslated })).markup).not.toMatch(alternate);
    const post = { ...text, language: 'es', languages: ['es'] };
    const { markup } = await renderPage(path, { [`/api/texts${path}`]: post });
    expect(markup).toMatch(/<h1[^>]*><span lang="es">Getting found/);
    expect(markup).toMatch(/<div lang="es" class="prose/);
    expect(markup).toContain(`<link rel="canonical" href="https://local.example/es${path}"/>`);
    expect(markup).not.toMatch(alternate);
    expect(markup).toContain('"inLanguage":"es-US"');
  });

  test.each(['/privacy-policy', '/terms-of-service'])('%s links to its version in the other language', async (path) => {
    expect((await renderPage(path)).markup).toContain(
      `<a href="/es${path}" hrefLang="es" lang="es" class="link">Leer esto en español</a>`,
    );
  });

  test('/quick-links names the operator and the sources of the data', async () => {
    const source = { title: 'Open Brewery DB', date: '2025-03', license: 'MIT', url: 'https://brewery.example/' };
    const other = { title: 'County list', date: null, license: null, url: null };
    const { markup } = await renderPage('/quick-links', { '/api/sources': [source, other] });
    expect(markup).toContain('a unit of Example Broadband');
    expect(markup).toMatch(
      /<a href="https:\/\/brewery.example\/"[^>]*>Open Brewery DB<\/a>(?:<!-- -->)* \(MIT, 2025\)<\/li>/,
    );
    expect(markup).toMatch(/<li>County list<\/li>/);
    expect(markup).toContain('GeoNames');
    expect(markup).toContain('https://www.openstreetmap.org/copyright');
  });

  test('contains the configured name of the site, in the HTML and in the JSON-LD', async () => {
    const answer = 'is a directory of local businesses in Southern California';
    const { markup } = await renderPage('/help');
    expect(markup.split(`SoCal Local ${answer}`)).toHaveLength(3);
    expect(markup).toContain('href=\\"https://local.example/locations\\"');
  });

  test('/faq shows the help page, with /help as the canonical URL', async () => {
    const { title, markup } = await renderPage('/faq');
    expect(title).toBe('Help &amp; FAQ');
    expect(markup).toContain('<link rel="canonical" href="https://local.example/help"/>');
  });

  test('a post has Open Graph tags with its date and a share image of its title', async () => {
    const { markup } = await renderPage('/blog/hours-holidays-heat');
    expect(markup).toContain('<meta property="og:type" content="article"/>');
    expect(markup).toContain('<meta property="article:published_time" content="2025-04-09"/>');
    expect(markup).toContain('content="https://local.example/share/blog/hours-holidays-heat.png?v=');
    expect(markup).toContain('<time dateTime="2025-04-09">April 9, 2025</time>');
  });

  test('the rates are the prices of the plans', async () => {
    const { markup } = await renderPage('/rates');
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

describe('where one would pay', () => {
  const config = (mode: string) => ({ '/api/payments/config': { mode, publishableKey: null } });
  const CLOSED = 'Card payments are not set up yet.';

  test.each([
    ['/', 2],
    ['/rates', 1],
    ['/checkout', 1],
  ])('%s says so if the site takes no payments, and leads to no card form', async (path, times) => {
    const { markup } = await renderPage(path, config('closed'), { payments: 'closed' });
    expect(markup.split(CLOSED)).toHaveLength(times + 1);
    // The checkout itself links to the other plans.
    if (path !== '/checkout') expect(markup).not.toContain('href="/checkout?');
    expect(markup).not.toMatch(/Pay by card|Card number/);
    expect((await renderPage(path, config('simulated'))).markup).not.toContain(CLOSED);
  });

  test('a premium listing says so, and a free one does not', async () => {
    const lists = { '/api/categories': [], '/api/locations': [] };
    const closed = { payments: 'closed' } as const;
    const premium = (await renderPage('/post-ad?plan=premium', lists, closed)).markup;
    expect(premium).toContain(CLOSED);
    expect((await renderPage('/post-ad?plan=free', lists, closed)).markup).not.toContain(CLOSED);
    expect((await renderPage('/post-ad?plan=premium', lists)).markup).not.toContain(CLOSED);
  });
});

describe('a list', () => {
  test('shows a free listing with its date and a link to its page', async () => {
    const { markup } = await renderPage('/irvine', { '/api/location/irvine/ads': [listing] });
    expect(markup).toContain('<time dateTime="2025-11-20T07:30:00.000Z">Nov 19</time>');
    expect(markup).toMatch(/<a href="\/ads\/7"[^>]*>View Details/);
    expect(markup).toContain('Bakeries\u00a0· Ventura\u00a0· Southern California');
  });

  test('shows a premium listing with a link to its website in a new tab', async () => {
    const { markup } = await renderPage('/featured', { '/api/ads/featured': [premiumListing] });
    expect(markup).toMatch(/<a href="https:\/\/salt\.example\/x" target="_blank" rel="noopener"/);
    expect(markup).toContain('Featured</span>');
  });

  test('starts at the cursor of the URL, and is then not indexed', async () => {
    const { markup, requests } = await renderPage('/browse?cursor=abc');
    expect(requests).toContain('/api/ads/recent?sort=relevance&cursor=abc');
    expect(markup).toContain('<meta name="robots" content="noindex"/>');
  });

  test('of a ZIP code links to its next page, which leaves out the featured listings', async () => {
    const where = { zip: '92614', location: irvine.location, city: null, county: irvine.county, nearest: [] };
    const next = '/api/zip/92614/ads?featured=false&cursor=abc';
    const overrides = {
      '/api/zip/92614/ads?featured=true&limit=page': { ...where, ads: [premiumListing] },
      '/api/zip/92614/ads?featured=false': { ...where, ads: [listing], next },
      [next]: { ...where, ads: [{ ...listing, id: 9 }] },
    };
    const { markup } = await renderPage('/zip/92614', overrides);
    expect(markup).toContain('Featured</span>');
    expect(markup).toMatch(/<a href="\?cursor=abc"[^>]*>Load More Ads/);
    expect(markup).toContain('<link rel="canonical" href="https://local.example/zip/92614"/>');

    const { markup: continued } = await renderPage('/zip/92614?cursor=abc', overrides);
    expect(continued).toContain('href="/ads/9"');
    expect(continued).not.toContain('Load More Ads');
    expect(continued).not.toContain('Featured Businesses');
    expect(continued).toContain('<meta name="robots" content="noindex"/>');
  });
});

describe('a listing', () => {
  const renderListing = (changes: Partial<ListingPage>) =>
    renderPage('/ads/7', {
      '/api/ads/7': { ...listing, ...changes },
      '/api/ads/7/related': [],
      '/api/ads/7/reviews': NO_REVIEWS,
    });

  test('shows its reviews, and says in structured data what three of them come to', async () => {
    const reviews = [5, 4, 4].map((stars, index) => ({
      ...{ id: index + 1, author: 'Maria L.', stars, text: 'They came the same day.', visitedMonth: '2026-10' },
      ...{
        purchased: null,
        language: 'en',
        pictures: [],
        publishedAt: '2026-11-26T12:00:00.000Z',
        editedAt: null,
        reply: null,
      },
    }));
    const render = async (shown: object) =>
      (
        await renderPage('/ads/7', {
          '/api/ads/7': listing,
          '/api/ads/7/related': [],
          '/api/ads/7/reviews': { ...NO_REVIEWS, reviews, ...shown },
        })
      ).markup;
    const rated = await render({ count: 3, average: 4.3, histogram: [0, 0, 0, 2, 1] });
    expect(rated).toContain('"aggregateRating":{"@type":"AggregateRating","ratingValue":4.3,"reviewCount":3}');
    expect(rated).toContain('They came the same day.');
    const few = await render({
      count: 2,
      withheld: [
        { rule: 'insult', count: 1 },
        { rule: 'no-contact', count: 2 },
      ],
    });
    expect(few).not.toContain('AggregateRating');
    expect(few).toContain('3 not shown: 1 insult or threat, 2 no contact with the business.');
  });

  test('has a phone link, an address and structured data', async () => {
    const { markup } = await renderListing({});
    expect(markup).toContain('href="tel:+18055550100"');
    expect(markup).toContain('1 Pier Ave');
    expect(markup).toContain('"@type":"Bakery"');
    expect(markup).toContain('"telephone":"+18055550100"');
    expect(markup).not.toContain('noindex');
  });

  test.each([
    ['Bread at dawn.\n\nCakes by noon.', 'Bread at dawn. Cakes by noon.'],
    [`${'bread '.repeat(33)}at`, `${'bread '.repeat(33)}at`],
    [`${'bread '.repeat(33)}for`, `${'bread '.repeat(32)}bread…`],
    ['\u{1F950}'.repeat(201), `${'\u{1F950}'.repeat(199)}…`],
  ])('is described by the beginning of its text, up to the end of a word (%#)', async (description, expected) => {
    const { markup } = await renderListing({ description });
    expect(markup).toContain(`<meta name="description" content="${expected}"/>`);
  });

  test('that is a sample says so, and is not indexed', async () => {
    const { markup } = await renderListing({ sample: true });
    expect(markup).toContain('This isn’t a real business.');
    expect(markup).not.toContain('"@type":"Bakery"');
    expect(markup).toContain('<meta name="robots" content="noindex"/>');
  });

  const source = (title: string, more: Partial<FactSource> = {}) => ({
    facts: [],
    title,
    date: null,
    url: null,
    ...more,
  });

  test('that is unclaimed names the sources of its facts, and their dates where they are known', async () => {
    const sources = [
      source('USDA SNAP', { date: '2022' }),
      source('Open Brewery DB', { facts: ['phone', 'website', 'hours'], date: '2025-03' }),
    ];
    const { markup } = await renderListing({ unclaimed: true, posted: false, sources });
    expect(markup).toContain('Unclaimed listing');
    expect(markup).toContain('open data (USDA SNAP)');
    const text = markup.replace(/<[^>]+>/g, '');
    expect(text).toContain('From USDA SNAP, 2022; phone, website, hours from Open Brewery DB, 2025');
    expect(markup).not.toContain('Posted');
  });

  test('that is claimed names the source of what its owner has not changed', async () => {
    const { markup } = await renderListing({ sources: [source('USDA SNAP')] });
    expect(markup.replace(/<[^>]+>/g, '')).toMatch(/Posted \w+ \d+, \d{4}; other facts from USDA SNAP/);
  });

  test.each([
    ['missing', 'no longer listed it'],
    ['closed', 'listed it as closed'],
  ] as const)('may have closed when it is %s', async (reason, text) => {
    const possibleClosure = { title: 'USDA SNAP', date: '2025-03', reason };
    const { markup } = await renderListing({ unclaimed: true, possibleClosure });
    expect(markup.replace(/<[^>]+>/g, '')).toContain(`May have closed. USDA SNAP ${text} in March 2025.`);
  });

  test('cannot close the script element of its structured data', async () => {
    const { markup } = await renderListing({ description: '</script><script>alert(1)</script>' });
    expect(markup).not.toContain('<script>alert(1)');
  });
});

test('getQueryParams returns the parameters that a page reads', () => {
  expect(getQueryParams('/browse')).toEqual(['cursor']);
  expect(getQueryParams('/')).toEqual([]);
  expect(getQueryParams('/county/orange-county')).toEqual(getQueryParams('/zip/92614'));
  expect(getQueryParams('/categories')).toEqual([]);
});
