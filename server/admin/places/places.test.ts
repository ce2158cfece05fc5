import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { AdminPlace } from '#contract/places.ts';
import { DATA_FOLDER } from '#server/places/data-folder.ts';
import { makeStaff } from '#server/site/seed/factories.ts';
import { loadGazetteer } from '#server/site/seed/gazetteer.ts';
import { createTestApi, type Visitor } from '#tests/support/api.ts';
import { trackAuditLog } from '#tests/support/audit-log.ts';

const api = await createTestApi();
const { db } = api;
afterAll(api.close);
const auditLog = trackAuditLog(db);
const PATH = '/api/admin/places';
const REASON = 'People call it so';
// A corner of Irvine without neighborhoods.
const MIDDLE = { lat: 33.684, lng: -117.79 };
const POPPY = { name: 'Poppy Row', slug: 'poppy-row', ...MIDDLE, radiusMiles: 0.5, aliases: [], reason: REASON };

let editor: Visitor;
let editorId: number;
beforeAll(async () => {
  editorId = (await makeStaff(db, 'editor')).id;
  editor = await api.signedInVisitor(editorId);
});
afterEach(async () => {
  await db.deleteFrom('listings').execute();
  await db.deleteFrom('former_place_slugs').execute();
  await sql`delete from places where edited and key is null`.execute(db);
  await sql`update places set aliases = '{}' where aliases <> '{}'`.execute(db);
  await sql`update places set name = 'Koreatown', slug = 'koreatown', edited = false, key = null where key = 'koreatown'`.execute(
    db,
  );
  await api.invalidateAll();
});

async function change(method: 'POST' | 'PUT', path: string, body: object) {
  const response = await editor.send(method, path, body);
  await api.invalidateAll();
  return response;
}
const add = (changes: object = {}) => change('POST', PATH, { ...POPPY, city: 'irvine', ...changes });
async function find(slug: string): Promise<AdminPlace> {
  const { places } = (await editor.get(PATH)).body as { places: AdminPlace[] };
  return places.find((place) => place.slug === slug) as AdminPlace;
}
async function edit(slug: string, changes: object) {
  const { id, county: _, city: __, formerSlugs: ___, isEdited: ____, count: _____, ...place } = await find(slug);
  return change('PUT', `${PATH}/${id}`, { ...place, reason: REASON, ...changes });
}
const neighborhoodOf = async (id: number) => (await api.get(`/api/ads/${id}`)).body.neighborhood?.slug;

describe('A neighborhood', () => {
  it('that is added has the listings around its middle at once, a page, and is found by its names', async () => {
    const near = await api.createListing({ zip: '92614', city: 'Irvine', ...MIDDLE });
    const far = await api.createListing({ zip: '92614', city: 'Irvine', lat: 33.66, lng: -117.83 });
    await auditLog.readNew();
    const { status, body } = await add({ aliases: ['Amapola Row'] });
    expect(status, JSON.stringify(body)).toBe(200);
    expect([await neighborhoodOf(near), await neighborhoodOf(far)]).toEqual(['poppy-row', undefined]);
    expect((await api.get('/api/city/poppy-row')).body).toMatchObject({ name: 'Poppy Row', city: { slug: 'irvine' } });
    await expect
      .poll(async () => (await api.get('/api/city/irvine')).body.neighborhoods)
      .toMatchObject([{ slug: 'poppy-row', count: 1 }]);
    for (const name of ['poppy row', 'amapola row']) {
      const { place, near: spot } = (await api.get(`/api/search/about?near=${encodeURIComponent(name)}`)).body;
      expect((place ?? spot)?.path, name).toBe('/city/poppy-row');
    }
    expect(await auditLog.readNew()).toMatchObject([
      {
        ...{ kind: 'place-changed', actor_id: editorId, reason: REASON },
        after: { name: 'Poppy Row', address: 'poppy-row', radiusMiles: 0.5, otherNames: 'Amapola Row', city: 'Irvine' },
      },
    ]);
  });

  it('that is moved or resized has other listings', async () => {
    const id = await api.createListing({ zip: '92614', city: 'Irvine', ...MIDDLE });
    await add({ lat: 33.67, lng: -117.77, radiusMiles: 0.3 });
    expect(await neighborhoodOf(id)).toBeUndefined();
    expect((await edit('poppy-row', { radiusMiles: 3 })).status).toBe(200);
    expect(await neighborhoodOf(id)).toBe('poppy-row');
    expect((await edit('poppy-row', { radiusMiles: 0.3 })).status).toBe(200);
    expect(await neighborhoodOf(id)).toBeUndefined();
    expect((await edit('poppy-row', MIDDLE)).status).toBe(200);
    expect(await neighborhoodOf(id)).toBe('poppy-row');
  });

  it('with another address redirects from the former one, which nothing else can have', async () => {
    await add();
    expect((await edit('poppy-row', { name: 'Amapola', slug: 'amapola' })).status).toBe(200);
    for (const path of ['/api/city/poppy-row', '/api/city/poppy-row/ads']) {
      const { status, headers } = await api.get(path);
      expect([status, headers.location], path).toEqual([301, path.replace('poppy-row', 'amapola')]);
    }
    expect((await api.get('/api/search?place=poppy-row')).status).toBe(200);
    expect((await add({ name: 'Another Row' })).body.issues).toMatchObject([{ path: 'slug' }]);
    expect((await edit('amapola', { slug: 'poppy-row' })).status).toBe(200);
    expect((await api.get('/api/city/amapola')).headers.location).toBe('/api/city/poppy-row');
    expect(await find('poppy-row')).toMatchObject({ formerSlugs: ['amapola'] });
  });

  it.each([
    ['a city that is none', { city: 'atlantis' }, 'city'],
    ['a neighborhood as its city', { city: 'koreatown' }, 'city'],
    ['a middle in another city', { lat: 34.06, lng: -118.3 }, 'lat'],
    ['a name of the county', { name: ' IRVINE ' }, 'name'],
    ['an address of a place', { slug: 'tustin' }, 'slug'],
    ['an address of a county', { slug: 'kern-county' }, 'slug'],
    ['an address of a page', { slug: 'blog' }, 'slug'],
    ['an address of a folder', { slug: 'api' }, 'slug'],
    ['an address with capitals', { slug: 'Poppy' }, 'slug'],
    ['a name of another place as its other name', { aliases: ['Tustin'] }, 'aliases'],
    ['another name without letters', { aliases: ['!!'] }, 'aliases'],
    ['too many other names', { aliases: Array.from({ length: 11 }, (_, i) => `Row ${i}`) }, 'aliases'],
    ['a radius that is too large', { radiusMiles: 11 }, 'radiusMiles'],
    ['no radius', { radiusMiles: null }, 'radiusMiles'],
    ['no reason', { reason: ' ' }, 'reason'],
  ])('is refused with %s', async (_what, changes, path) => {
    const { status, body } = await add(changes);
    expect([400, 409]).toContain(status);
    expect(body.issues?.[0].path.split('.')[0]).toBe(path);
    expect(await find('poppy-row')).toBeUndefined();
  });

  it('is changed by whoever has its last version, and not without a change', async () => {
    await add();
    const { version } = await find('poppy-row');
    expect((await edit('poppy-row', { radiusMiles: 0.6 })).status).toBe(200);
    expect((await edit('poppy-row', { radiusMiles: 0.7, version })).status).toBe(409);
    expect((await edit('poppy-row', {})).status).toBe(400);
    expect((await change('PUT', `${PATH}/999999`, { ...POPPY, version: 1 })).status).toBe(404);
  });
});

describe('A neighborhood that is deleted', () => {
  const remove = async (slug: string, changes: object = {}) => {
    const { id, version } = await find(slug);
    return change('POST', `${PATH}/${id}/delete`, { version, reason: REASON, ...changes });
  };

  it('leaves its listings in its city, to which its addresses redirect, and can be added again', async () => {
    const id = await api.createListing({ zip: '92614', city: 'Irvine', ...MIDDLE });
    await add();
    await edit('poppy-row', { slug: 'poppy-lane' });
    expect(await neighborhoodOf(id)).toBe('poppy-lane');
    const { status, body } = await remove('poppy-lane');
    expect(status, JSON.stringify(body)).toBe(200);
    expect(await find('poppy-lane')).toBeUndefined();
    expect(await neighborhoodOf(id)).toBeUndefined();
    expect((await api.get(`/api/ads/${id}`)).body.city.slug).toBe('irvine');
    for (const slug of ['poppy-row', 'poppy-lane'])
      expect((await api.get(`/api/city/${slug}`)).headers.location, slug).toBe('/api/city/irvine');
    expect((await auditLog.readNew()).at(-1)).toMatchObject({
      ...{ kind: 'place-changed', actor_id: editorId, reason: REASON, after: { name: 'Poppy Row', status: 'deleted' } },
    });
    expect((await add()).status).toBe(200);
    expect(await neighborhoodOf(id)).toBe('poppy-row');
  });

  it('is refused for another place, an old version and without a reason', async () => {
    expect((await remove('tustin')).status).toBe(400);
    await add();
    expect((await remove('poppy-row', { version: 9 })).status).toBe(409);
    expect((await remove('poppy-row', { reason: '' })).status).toBe(400);
    expect((await change('POST', `${PATH}/999999/delete`, { version: 1, reason: REASON })).status).toBe(404);
  });
});

describe('Any other place', () => {
  it('has other names, and nothing else that can be changed', async () => {
    expect((await edit('tustin', { aliases: ['Tree City', 'tree  city'] })).status).toBe(200);
    expect((await find('tustin')).aliases).toEqual(['tree  city']);
    const { place, near } = (await api.get('/api/search/about?near=tree+city')).body;
    expect((place ?? near)?.path).toBe('/city/tustin');
    expect((await edit('tustin', { name: 'Tustin Town' })).status).toBe(400);
    expect((await edit('tustin', { lat: 33.7 })).status).toBe(400);
  });
});

describe('Newer data', () => {
  const folder = mkdtempSync(join(tmpdir(), 'places-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  it('leave what the staff added, renamed, moved and named as it is', async () => {
    const id = await api.createListing({ zip: '90005', lat: 34.0618, lng: -118.3006 });
    await add({ aliases: ['Amapola Row'] });
    expect((await edit('koreatown', { name: 'K-Town LA', slug: 'k-town-la', radiusMiles: 1.3 })).status).toBe(200);
    await edit('tustin', { aliases: ['Tree City'] });
    const slugs = ['poppy-row', 'k-town-la', 'tustin'];
    const before = await Promise.all(slugs.map(find));
    const zips = () => db.selectFrom('zip_codes').select(['zip', 'neighborhood_id']).orderBy('zip').execute();
    const [zipsBefore] = [await zips()];
    cpSync(DATA_FOLDER, folder, { recursive: true });
    // Another version of the same places.
    const file = join(folder, 'socal_places.csv');
    writeFileSync(file, readFileSync(file, 'utf8').replace(',38046,', ',38047,'));
    expect(await loadGazetteer(db, pathToFileURL(`${folder}/`))).toBe(true);
    await api.invalidateAll();
    expect(await Promise.all(slugs.map(find))).toEqual(before);
    expect(await find('koreatown')).toBeUndefined();
    expect(await zips()).toEqual(zipsBefore);
    expect(await neighborhoodOf(id)).toBe('k-town-la');
  });
});
