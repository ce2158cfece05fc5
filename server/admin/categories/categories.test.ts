import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { AdminCategory } from '#contract/admin/categories.ts';
import { createKnownPagePredicate } from '#server/analytics/known-pages.ts';
import { openGazetteer } from '#server/places/open-gazetteer.ts';
import { ALL_KEYS } from '#server/platform/db/invalidate.ts';
import { makeAccount, makeStaff } from '#server/site/seed/factories.ts';
import { createTestApi, type Visitor } from '#tests/support/api.ts';
import { trackAuditLog } from '#tests/support/audit-log.ts';
import { recordInvalidations } from '#tests/support/import/import-file.ts';
import { createWebBuildStub } from '#tests/support/web-build-stub.ts';

// The API paths that the pages of these tests read.
const READS: Record<string, string[]> = {
  '/category/pizza': ['/api/category/pizza', '/api/category/pizza/ads?featured=true'],
  '/city/irvine/pizza': ['/api/city/irvine/category/pizza'],
  '/search?q=golden&category=pizza': ['/api/categories', '/api/search?q=golden&category=pizza'],
};
class ApiError extends Error {
  status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}
const web = createWebBuildStub({
  ApiError: ApiError as never,
  toPage: (body) => body,
  getQueryParams: () => ['q', 'category'],
  render: async (url: string, { read }: { read: (path: string) => Promise<unknown> }) => {
    try {
      for (const path of READS[url] ?? []) await read(path);
      return { status: 200, html: 'found' };
    } catch (error) {
      return { status: (error as ApiError).status, html: 'failed' };
    }
  },
});
const api = await createTestApi({ web });
// Another process of the same site.
const other = await createTestApi({ database: api.database });
const { db } = api;
const auditLog = trackAuditLog(db);
const invalidations = await recordInvalidations(api.database);
afterAll(async () => {
  await invalidations.close();
  await other.close();
  await api.close();
});
let editor: Visitor;
let editorId: number;
let fresh: { categories: object[] };
let isChanged = false;
beforeAll(async () => {
  await makeAccount(db, { id: 1 });
  editorId = (await makeStaff(db, 'editor')).id;
  editor = await api.signedInVisitor(editorId);
  fresh = { categories: await db.selectFrom('categories').selectAll().execute() };
});
afterEach(async () => {
  // Refused changes leave the categories as they are: reading them anew in both processes takes 0.1 s.
  if (!isChanged) return;
  isChanged = false;
  await db.deleteFrom('former_category_slugs').execute();
  await sql`delete from categories where id > (select max((c ->> 'id')::int) from json_array_elements(${JSON.stringify(fresh.categories)}) c)`.execute(
    db,
  );
  await sql`
    update categories c set slug = t.slug, key = null, name = t.name, names = t.names, icon = t.icon, parent_id = t.parent_id, position = t.position,
      version = 1, edited = '{}', english = null, spanish = null
    from json_populate_recordset(null::categories, ${JSON.stringify(fresh.categories)}) t where t.id = c.id`.execute(
    db,
  );
  await db.deleteFrom('category_changes').execute();
  await invalidations.takeReceived();
  await Promise.all([api.invalidateAll(), other.invalidateAll()]);
});
// Before the categories are removed.
api.removeNewListingsAfterEach();

let lastKeys: string[] = [];
/** Takes to both processes what the database has notified. */
async function deliver() {
  const received = await invalidations.takeReceived();
  for (const keys of received) await Promise.all([api.invalidate(keys), other.invalidate(keys)]);
  lastKeys = [...new Set(received.flat())].sort();
  isChanged ||= received.length > 0;
}

async function find(slug: string): Promise<AdminCategory> {
  const { body } = await editor.get('/api/admin/categories');
  const category = body.categories.find((one: AdminCategory) => one.slug === slug);
  if (!category) throw new Error(`no category ${slug}`);
  return category;
}
const toForm = ({ name, slug, icon, parentId, english, spanish }: AdminCategory) => ({
  ...{ name, slug, icon, parentId, english, spanish },
  reason: 'Visitors asked.',
});
async function edit(slug: string, changes: object, version?: number) {
  const category = await find(slug);
  const body = { ...toForm(category), version: version ?? category.version, ...changes };
  const response = await editor.send('PUT', `/api/admin/categories/${category.id}`, body);
  await deliver();
  return response;
}
async function add(fields: object) {
  const body = {
    name: 'Tinkers',
    icon: 'hammer',
    parentId: null,
    english: [],
    spanish: [],
    reason: 'Asked.',
    ...fields,
  };
  const response = await editor.send('POST', '/api/admin/categories', body);
  await deliver();
  return response;
}
async function reorder(parentId: number | null, former: number[], ids: number[]) {
  const body = { parentId, former, ids, reason: 'Alphabetical.' };
  const response = await editor.send('PUT', '/api/admin/categories/order', body);
  await deliver();
  return response;
}
const namesIn = async (path: string, from = other) =>
  (await from.get(path)).body.map(({ name, title }: { name?: string; title?: string }) => name ?? title);
const search = async (query: string, from = other) =>
  (await from.get(`/api/search?${query}`)).body.map(({ title }: { title: string }) => title);

describe('Adding a category', () => {
  it('shows it in every process behind its siblings, with an address made from its name', async () => {
    const { id: parentId } = await find('home-services');
    expect((await add({ name: 'Tinkers & Menders', parentId })).status).toBe(200);
    expect(lastKeys).toEqual(['categories', 'gazetteer', 'search']);
    for (const process of [api, other]) {
      const { body } = await process.get('/api/category/tinkers-menders');
      expect(body).toMatchObject({
        name: 'Tinkers & Menders',
        icon: 'hammer',
        count: 0,
        parent: { slug: 'home-services' },
      });
      expect(
        (await namesIn('/api/categories', process)).filter((name: string) => name.startsWith('Tinkers')),
      ).toHaveLength(1);
    }
    expect((await other.get('/api/category/home-services')).body.related.at(-1).name).toBe('Tinkers & Menders');
    expect(await auditLog.readNew()).toMatchObject([
      {
        ...{ kind: 'category-added', actor_id: editorId, role: 'editor', reason: 'Asked.' },
        after: { name: 'Tinkers & Menders', address: 'tinkers-menders', parent: 'Home Services' },
      },
    ]);
  });

  it('takes listings, which searches for its name and words find', async () => {
    await add({ english: ['pot mender'], spanish: ['hojalatero'] });
    await api.createListing({ category: 'tinkers', title: 'Old Kettle' });
    await other.invalidateAll();
    for (const q of ['tinker', 'pot menders', 'hojalateros']) expect(await search(`q=${q}`)).toEqual(['Old Kettle']);
    expect(await namesIn('/api/category/tinkers/ads')).toEqual(['Old Kettle']);
  });

  it.each([
    ['no name', { name: ' ' }, 400, 'name'],
    ['a name of signs', { name: '!?' }, 400, 'name'],
    ['a control character', { name: 'Tin\u0000kers' }, 400, 'name'],
    ['a long name', { name: 'x'.repeat(61) }, 400, 'name'],
    ['the name of another one, in capitals and with an accent', { name: 'PÍZZA' }, 409, 'name'],
    ['a name without a Latin letter and no address', { name: '修理' }, 400, 'slug'],
    ['the address of another one', { slug: 'pizza' }, 409, 'slug'],
    ['an address that is none', { slug: '../admin' }, 400, 'slug'],
    ['an icon that the site lacks', { icon: 'skull' }, 400, 'icon'],
    ['a parent that does not exist', { parentId: 999_999 }, 400, 'parentId'],
    ['a word without a letter', { english: ['pots', '--'] }, 400, 'english.1'],
    ['too many words', { spanish: Array(301).fill('olla') }, 400, 'spanish'],
    ['no reason', { reason: '' }, 400, 'reason'],
  ])('refuses %s', async (_what, fields, status, path) => {
    const response = await add(fields);
    expect([response.status, response.body.issues?.[0]?.path]).toEqual([status, path]);
    expect(lastKeys).toEqual([]);
  });

  it('refuses a subcategory as parent', async () => {
    expect((await add({ parentId: (await find('pizza')).id })).status).toBe(400);
  });
});

describe('Renaming a category', () => {
  it('renames it on every page of every process, and in the words of its listings', async () => {
    const id = await api.createListing({ category: 'pizza', title: 'Golden Oven' });
    await other.invalidateAll();
    const read = async () => (await other.get('/api/ads/recent')).body[0].category.name;
    expect(await read()).toBe('Pizza');
    expect((await edit('pizza', { name: 'Pizzerias of Note' })).status).toBe(200);
    expect(lastKeys).toContain(ALL_KEYS);
    expect(await read()).toBe('Pizzerias of Note');
    expect((await other.get('/api/category/pizza')).body.name).toBe('Pizzerias of Note');
    const { rows } = await sql`select from listing_search where words @@ 'note' and listing_id = ${id}`.execute(db);
    expect(rows).toHaveLength(1);
    expect(await auditLog.readNew()).toMatchObject([
      { kind: 'category-edited', before: { name: 'Pizza' }, after: { name: 'Pizzerias of Note' } },
    ]);
  });

  it('is told to the second of two editors, and changes nothing', async () => {
    const { version } = await find('pizza');
    expect((await edit('pizza', { name: 'Pizzerias' })).status).toBe(200);
    const { status, body } = await edit('pizza', { name: 'Pies' }, version);
    expect([status, body.message]).toEqual([409, expect.stringContaining('Someone else')]);
    expect((await find('pizza')).name).toBe('Pizzerias');
  });

  it('refuses what changes nothing, an unknown category, and one without the form', async () => {
    expect((await edit('pizza', {})).status).toBe(400);
    const { id, ...pizza } = await find('pizza');
    expect(
      (await editor.send('PUT', '/api/admin/categories/999999', { ...toForm({ id, ...pizza }), version: 1 })).status,
    ).toBe(404);
    expect((await editor.send('PUT', `/api/admin/categories/${id}`, { version: 1 })).status).toBe(400);
  });
});

describe('The Spanish name of a category', () => {
  const nameOf = async (lang: string, from = other) => (await from.get(`/api/category/pizza${lang}`)).body.name;

  it('is that of the release until somebody writes another one, which every process shows at once', async () => {
    await api.createListing({ category: 'pizza', title: 'Golden Oven' });
    await Promise.all([api.invalidateAll(), other.invalidateAll()]);
    expect((await find('pizza')).names).toEqual({ es: 'Pizzerías' });
    const { version } = await find('pizza');
    expect([await nameOf(''), await nameOf('?lang=es')]).toEqual(['Pizza', 'Pizzerías']);
    expect((await edit('pizza', { names: { es: 'Pizzas al horno' } })).status).toBe(200);
    expect(lastKeys).toContain(ALL_KEYS);
    for (const process of [api, other])
      expect([await nameOf('', process), await nameOf('?lang=es', process)]).toEqual(['Pizza', 'Pizzas al horno']);
    expect((await other.get('/api/ads/recent?lang=es')).body[0].category.name).toBe('Pizzas al horno');
    expect(await find('pizza')).toMatchObject({
      version: version + 1,
      name: 'Pizza',
      names: { es: 'Pizzas al horno' },
    });
    expect(await auditLog.readNew()).toMatchObject([
      { kind: 'category-edited', before: { names: 'es: Pizzerías' }, after: { names: 'es: Pizzas al horno' } },
    ]);
  });

  it('stays when the English one changes, which both languages’ caches notice, and is the English one when it is removed', async () => {
    expect([await nameOf(''), await nameOf('?lang=es')]).toEqual(['Pizza', 'Pizzerías']);
    await edit('pizza', { name: 'Pies' });
    expect([await nameOf(''), await nameOf('?lang=es')]).toEqual(['Pies', 'Pizzerías']);
    await edit('pizza', { names: { es: ' ' } });
    expect([await nameOf(''), await nameOf('?lang=es')]).toEqual(['Pies', 'Pies']);
    expect((await find('pizza')).names).toEqual({});
    expect((await edit('pizza', { name: 'Slices' })).status).toBe(200);
    expect(await nameOf('?lang=es')).toBe('Slices');
  });

  it('finds the category, also one that was added with it', async () => {
    await add({ name: 'Tinkers', names: { es: 'Hojalateros ambulantes' } });
    const { body } = await other.get('/api/search/about?q=hojalateros ambulantes&lang=es');
    expect(body.understood.categories).toEqual([{ name: 'Hojalateros ambulantes', slug: 'tinkers' }]);
    expect(await auditLog.readNew()).toMatchObject([
      { after: { name: 'Tinkers', names: 'es: Hojalateros ambulantes' } },
    ]);
    const { rows } = await sql<{ edited: string[] }>`select edited from categories where slug = 'tinkers'`.execute(db);
    expect(rows[0]?.edited).toContain('name.es');
  });

  it('is in the messages of the staff', async () => {
    const { id, version } = await find('restaurants');
    const into = (await find('pizza')).id;
    const path = `/api/admin/categories/${id}/merge?lang=es`;
    const { status, body } = await editor.send('POST', path, { into, version, reason: 'No.' });
    expect([status, body.message]).toEqual([409, expect.stringContaining('Restaurantes')]);
  });

  it.each([
    ['of signs', { es: '!?' }, 400, 'names.es'],
    ['that is too long', { es: 'x'.repeat(61) }, 400, 'names.es'],
    ['of another category, in capitals and without accents', { es: 'PANADERIAS' }, 409, 'names.es'],
    ['in a language that the site lacks', { fr: 'Pizzerias' }, 400, 'names'],
    ['that is English', { en: 'Pizzerias' }, 400, 'names'],
  ])('is refused: one %s', async (_what, names, status, path) => {
    const response = await edit('pizza', { names });
    expect([
      response.status,
      response.body.issues?.[0]?.path.split('.').slice(0, path.split('.').length).join('.'),
    ]).toEqual([status, path]);
    expect(lastKeys).toEqual([]);
  });
});

describe('The former address of a category', () => {
  it('redirects for good: pages, lists, feeds and searches', async () => {
    const addresses = [
      ['/api/category/pizza', '/api/category/pizzerias'],
      ['/api/category/p%69zza', '/api/category/pizzerias'],
      ['/api/category/pizza/ads?limit=5', '/api/category/pizzerias/ads?limit=5'],
      ['/api/city/irvine/category/pizza', '/api/city/irvine/category/pizzerias'],
      ['/api/city/irvine/category/pizza/ads', '/api/city/irvine/category/pizzerias/ads'],
      ['/api/search?category=pizza&q=oven', '/api/search?category=pizzerias&q=oven'],
      ['/api/search/about?category=pizza', '/api/search/about?category=pizzerias'],
      ['/api/search/map?category=pizza', '/api/search/map?category=pizzerias'],
      ['/category/pizza/rss.xml', '/category/pizzerias/rss.xml'],
      ['/category/pizza/atom.xml', '/category/pizzerias/atom.xml'],
      ['/category/pizza', '/category/pizzerias'],
      ['/city/irvine/pizza', '/city/irvine/pizzerias'],
      ['/search?q=golden&category=pizza', '/search?q=golden&category=pizzerias'],
    ] as const;
    for (const [from] of addresses) expect([from, (await api.get(from)).status]).toEqual([from, 200]);
    expect((await edit('pizza', { slug: 'pizzerias' })).status).toBe(200);
    for (const [from, to] of addresses) {
      const { status, headers } = await api.get(from);
      expect([from, status, headers.location]).toEqual([from, 301, to]);
      expect(headers['cache-control']).toBe('public, no-cache');
    }
  });

  it('leads to the last one of several, and is its own again when it takes it back', async () => {
    await edit('pizza', { slug: 'pizzerias' });
    await edit('pizzerias', { slug: 'pies' });
    for (const former of ['pizza', 'pizzerias']) {
      const { status, headers } = await other.get(`/api/category/${former}`);
      expect([status, headers.location]).toEqual([301, '/api/category/pies']);
    }
    expect((await find('pies')).formerSlugs).toEqual(['pizza', 'pizzerias']);
    expect((await edit('pies', { slug: 'pizza' })).status).toBe(200);
    expect((await other.get('/api/category/pizza')).status).toBe(200);
    expect((await other.get('/api/category/pies')).headers.location).toBe('/api/category/pizza');
  });

  it('can be taken by no other category', async () => {
    await edit('pizza', { slug: 'pizzerias' });
    for (const response of [await add({ slug: 'pizza' }), await edit('bakeries', { slug: 'pizza' })]) {
      expect([response.status, response.body.issues]).toEqual([
        409,
        [{ path: 'slug', message: 'Pizza had this web address, which still redirects' }],
      ]);
    }
  });

  it('is understood by saved searches, imports, metrics and colors', async () => {
    await edit('restaurants', { slug: 'places-to-eat' });
    const id = await api.createListing({ category: 'pizza' });
    const gazetteer = await openGazetteer(db);
    expect(gazetteer.categories.bySlug.get('restaurants')?.slug).toBe('places-to-eat');
    expect((await api.get(`/api/ads/${id}`)).body.category.top).toBe('restaurants');
    expect(createKnownPagePredicate({ gazetteer })('/category/places-to-eat')).toBe(true);
  });
});

describe('Moving a category', () => {
  it('moves its listings to the list of the other parent, and no other way than between top categories', async () => {
    await api.createListing({ category: 'pizza', title: 'Golden Oven' });
    await other.invalidateAll();
    const { id: parentId } = await find('nightlife');
    expect((await edit('pizza', { parentId })).status).toBe(200);
    expect(await namesIn('/api/category/nightlife/ads')).toEqual(['Golden Oven']);
    expect(await namesIn('/api/category/restaurants/ads')).toEqual([]);
    expect((await other.get('/api/category/nightlife')).body).toMatchObject({ count: 1 });
    expect((await other.get('/api/category/pizza')).body.parent.slug).toBe('nightlife');
    expect((await edit('pizza', { parentId: null })).status).toBe(200);
    expect(await namesIn('/api/category/pizza/ads')).toEqual(['Golden Oven']);

    for (const [slug, parent] of [
      ['restaurants', 'nightlife'],
      ['pizza', 'pizza'],
      ['pizza', 'bakeries'],
    ]) {
      const { status, body } = await edit(slug as string, { parentId: (await find(parent as string)).id });
      expect([status, body.issues?.[0]?.path]).toEqual([400, 'parentId']);
    }
  });

  it('holds for a listing that a process writes which has not heard of it', async () => {
    const { id, parentId } = await find('pizza');
    const nightlife = await find('nightlife');
    isChanged = true;
    await db.updateTable('categories').set({ parent_id: nightlife.id }).where('id', '=', id).execute();
    const listing = await api.createListing({ category: 'pizza', top_category_id: parentId as number });
    const row = await db.selectFrom('listings').select('top_category_id').where('id', '=', listing).executeTakeFirst();
    expect(row?.top_category_id).toBe(nightlife.id);
  });
});

describe('The order of categories', () => {
  it('is changed in every process, and refused to who has not seen the last one', async () => {
    const siblings = (await editor.get('/api/admin/categories')).body.categories.filter(
      ({ parentId }: AdminCategory) => parentId === null,
    );
    const former = siblings.map(({ id }: AdminCategory) => id);
    const [first, second, ...rest] = former;
    const ids = [second, first, ...rest];
    expect((await reorder(null, former, ids)).status).toBe(200);
    expect(lastKeys).toEqual(['categories', 'gazetteer']);
    expect((await namesIn('/api/categories?top=true')).slice(0, 2)).toEqual([siblings[1].name, siblings[0].name]);
    expect((await reorder(null, former, ids)).status).toBe(409);
    expect((await reorder(null, ids, ids)).status).toBe(400);
    expect((await reorder(null, ids, [...ids.slice(1), second, second])).status).toBe(400);
    expect(await auditLog.readNew()).toMatchObject([
      { kind: 'categories-ordered', after: { order: `${siblings[1].name}, ${siblings[0].name}` } },
    ]);
  });
});

describe('The words of a category', () => {
  it('are those of the data until somebody edits them, and change what every process finds at once', async () => {
    await api.createListing({ category: 'florists', title: 'Golden Gate' });
    await other.invalidateAll();
    const { english, spanish } = await find('florists');
    expect(english).toContain('bouquet');
    expect(await search('q=bouquet')).toEqual(['Golden Gate']);
    expect(await search('q=strongbox')).toEqual([]);
    const words = english.filter((word) => word !== 'bouquet');
    expect((await edit('florists', { english: [...words, 'Strongbox', 'strongbox'] })).status).toBe(200);
    expect(lastKeys).toEqual(['gazetteer', 'search']);
    expect(await search('q=strongboxes')).toEqual(['Golden Gate']);
    expect(await search('q=bouquet')).toEqual([]);
    expect(await find('florists')).toMatchObject({ english: [...words, 'Strongbox'], spanish });
    expect(await auditLog.readNew()).toMatchObject([
      { kind: 'category-edited', before: { words: 'bouquet' }, after: { words: 'Strongbox' } },
    ]);
  });
});
