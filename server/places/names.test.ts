import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inLanguage } from '#server/platform/http/request-language.ts';
import { makeAccount } from '#server/site/seed/factories.ts';
import { createTestApi } from '#tests/support/api.ts';
import { openGazetteer } from './open-gazetteer.ts';
import { getCountyInSentence, getCountyName, getLocationName, getStoredPlaceName, sortByName } from './places.ts';

const api = await createTestApi();
const gazetteer = await openGazetteer(api.db);
const spanish = <Result>(run: () => Result) => inLanguage('es', run);
const ids: number[] = [];
beforeAll(async () => {
  ids.push(await api.createListing({ category: 'pizza', title: 'Golden Oven', zip: '92614' }));
  ids.push(await api.createListing({ category: 'pizza', title: 'Golden Slice', zip: '92614' }));
});
afterAll(() => api.close());

interface Named {
  name: string;
  slug: string;
}

/** Whatever in an answer has a name and the slug of a category, of a county or of the location 'Orange County'. */
function findNamed(answer: unknown): Named[] {
  if (typeof answer !== 'object' || answer === null) return [];
  const { name, slug } = answer as Record<string, unknown>;
  const { categories, counties } = gazetteer;
  const isNamed = typeof slug === 'string' && (categories.bySlug.has(slug) || counties.bySlug.has(slug));
  const own = isNamed && typeof name === 'string' ? [{ name, slug }] : [];
  return [...own, ...Object.values(answer).flatMap(findNamed)];
}

const PATHS = [
  '/api/categories',
  '/api/categories?top=true',
  '/api/category/restaurants',
  '/api/category/barbecue',
  '/api/category/pizza/ads',
  '/api/city/irvine',
  '/api/city/orange-county/ads',
  '/api/city/irvine/category/pizza',
  '/api/city/irvine/category/pizza/ads',
  '/api/location/orange-county',
  '/api/location/irvine',
  '/api/locations?zipCodes=false',
  '/api/counties',
  '/api/counties?cities=true',
  '/api/county/san-diego-county',
  '/api/county/orange-county/ads',
  '/api/zip/92614/ads',
  '/api/ads/recent',
  '/api/ads/{id}',
  '/api/ads/{id}/related',
  '/api/compare?ids={ids}',
  '/api/search?q=golden',
  '/api/search/about?q=pizzas&category=restaurants',
  '/api/search/suggestions?q=pizz',
];

describe('An answer of the API', () => {
  it.each(PATHS)('%s names categories and counties in its language', async (path) => {
    const toPath = (lang: string) => {
      const actual = path.replace('{ids}', ids.join()).replace('{id}', String(ids[0]));
      return `${actual}${lang && `${actual.includes('?') ? '&' : '?'}lang=${lang}`}`;
    };
    const [inEnglish, inSpanish] = await Promise.all(
      ['', 'es'].map(async (lang) => {
        const { status, body } = await api.get(toPath(lang));
        expect(status).toBe(200);
        return findNamed(body);
      }),
    );
    const { categories, counties } = gazetteer;
    const found = (inEnglish as Named[]).map(({ slug }) => slug);
    expect(found.length).toBeGreaterThan(0);
    expect((inSpanish as Named[]).map(({ slug }) => slug).toSorted()).toEqual(found.toSorted());
    for (const { name, slug } of inEnglish as Named[])
      expect(name).toBe((categories.bySlug.get(slug) ?? counties.bySlug.get(slug))?.name);
    for (const { name, slug } of inSpanish as Named[]) {
      const county = counties.bySlug.get(slug);
      expect(name).toBe(county ? spanish(() => getCountyName(county)) : categories.bySlug.get(slug)?.names.es);
    }
  });

  it('has the names in words too', async () => {
    const { name, county, category, parentCategory } = (await api.get(`/api/ads/${ids[0]}?lang=es`)).body;
    expect({ name, county, category, parentCategory }).toMatchObject({
      county: { name: 'Condado de Orange' },
      category: { name: 'Pizzerías' },
      parentCategory: { name: 'Restaurantes' },
    });
    const near = async (query: string) => (await api.get(`/api/search/about?${query}`)).body.near;
    expect(await near('near=orange county&lang=es')).toMatchObject({ name: 'Condado de Orange' });
    expect(await near('near=condado de orange')).toMatchObject({
      name: 'Orange County',
      path: '/county/orange-county',
    });
    const { places } = (await api.get('/api/search/suggestions?q=irvine&lang=es')).body;
    expect(places[0]).toMatchObject({ name: 'Irvine', detail: 'Condado de Orange' });
    expect((await api.get('/api/search/suggestions?q=condado de&lang=es')).body.places).toContainEqual(
      expect.objectContaining({ name: 'Condado de Orange' }),
    );
  });

  it('to the staff has them, but a file for a spreadsheet has English ones', async () => {
    await makeAccount(api.db, { id: 1 });
    const admin = await api.signedInVisitor(1);
    const { body } = await admin.get('/api/admin/ads?lang=es');
    expect(body[0]).toMatchObject({ category: 'Pizzerías', county: 'Condado de Orange' });
    const { body: file } = await admin.get('/api/admin/ads.csv?lang=es');
    expect(file).toContain('"Pizza"');
    expect(file).toContain('"Orange County"');
  });

  it('that is a feed has them', async () => {
    for (const [path, title] of [
      ['/category/pizza', 'Pizza'],
      ['/es/category/pizza', 'Pizzerías'],
      ['/county/orange-county', 'Orange County'],
      ['/es/county/orange-county', 'Condado de Orange'],
    ]) {
      const { body } = await api.get(`${path}/rss.xml`);
      expect(body).toContain(`<title>${title}:`);
      expect(body).toContain(`<category>${path?.startsWith('/es') ? 'Pizzerías' : 'Pizza'}</category>`);
    }
  });
});

describe('A name', () => {
  it('of a county or location is English in jobs, and what is stored is told apart from cities', () => {
    const county = gazetteer.counties.bySlug.get('orange-county');
    const location = gazetteer.locations.bySlug.get('los-angeles');
    if (!county || !location) throw new Error('not in the gazetteer');
    expect(getCountyName(county)).toBe('Orange County');
    expect(spanish(() => getCountyInSentence(county))).toBe('el Condado de Orange');
    expect(spanish(() => getLocationName(location))).toBe('Los Ángeles');
    expect(spanish(() => ['Orange County', 'Orange'].map(getStoredPlaceName))).toEqual(['Condado de Orange', 'Orange']);
  });

  it('is sorted as its language does', () => {
    const rows = ['Zapaterías', 'Ópticas', 'Nieves', 'Ñoquis'].map((name) => ({ name }));
    expect(spanish(() => sortByName(rows)).map(({ name }) => name)).toEqual([
      'Nieves',
      'Ñoquis',
      'Ópticas',
      'Zapaterías',
    ]);
  });
});
