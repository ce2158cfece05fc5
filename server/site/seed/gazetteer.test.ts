import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DATA_FOLDER } from '#server/places/data-folder.ts';
import { ALL_KEYS } from '#server/platform/db/invalidate.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { recordInvalidations } from '#tests/support/import/import-file.ts';
import { makeListing } from './factories.ts';
import { loadGazetteer } from './gazetteer.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase('empty');
  await loadGazetteer(database.db);
});
afterAll(() => database.drop());

const one = async <T>(query: ReturnType<typeof sql<T>>) => (await query.execute(database.db)).rows[0];

describe('The gazetteer', () => {
  it('holds everything in the files', async () => {
    expect(
      await one(sql`select (select count(*) from counties) as counties, (select count(*) from locations) as locations,
        (select count(*) from places) as places, (select count(*) from zip_codes) as zips,
        (select count(*) from categories) as categories,
        (select count(*) from categories where parent_id is null) as tops`),
    ).toEqual({ counties: 8, locations: 9, places: 659, zips: 1183, categories: 217, tops: 22 });
  });

  it('assigns the Coachella Valley to Palm Springs, and the rest of its county to Riverside', async () => {
    const { rows } = await sql<{ zip: string; location_id: number }>`
      select zip, location_id from zip_codes
      where zip in ('92262', '92201', '92236', '92240', '92254', '92274', '92501', '92220', '92549', '92225')
      order by zip`.execute(database.db);
    expect(rows.filter(({ location_id }) => location_id === 4).map(({ zip }) => zip)).toEqual([
      ...['92201', '92236', '92240', '92254', '92262', '92274'],
    ]);
    expect(rows.filter(({ location_id }) => location_id === 9).map(({ zip }) => zip)).toEqual([
      ...['92220', '92225', '92501', '92549'],
    ]);
    expect(
      await one(sql`select l.slug from places p join locations l on l.id = location_id where p.slug = 'bermuda-dunes'`),
    ).toEqual({ slug: 'palm-springs' });
  });

  it('gives the plain slug of a shared name to the place of higher rank', async () => {
    const { rows } = await sql`
      select p.slug, c.slug as county from places p join counties c on c.id = county_id
      where p.name in ('Westlake Village', 'Las Flores') order by p.slug`.execute(database.db);
    expect(rows).toEqual([
      { slug: 'las-flores', county: 'orange-county' },
      { slug: 'las-flores-los-angeles-county', county: 'los-angeles-county' },
      { slug: 'westlake-village', county: 'los-angeles-county' },
      { slug: 'westlake-village-ventura-county', county: 'ventura-county' },
    ]);
  });

  it('knows every ZIP code’s place, however the post office spells it, and cities that have no ZIP code', async () => {
    expect(await one(sql`select count(*) from zip_codes where place_id is null`)).toEqual({ count: 0 });
    expect(await one(sql`select p.slug from zip_codes z join places p on p.id = place_id where zip = '91011'`)).toEqual(
      {
        slug: 'la-canada-flintridge',
      },
    );
    expect(
      await one(sql`select count(*) from zip_codes join places p on p.id = place_id where p.slug = 'eastvale'`),
    ).toEqual({ count: 0 });
    expect(await one(sql`select kind from places where slug = 'eastvale'`)).toEqual({ kind: 'city' });
  });

  it('orders the categories as the file does, and a child without an icon has its parent’s', async () => {
    const { rows } = await sql`
      select c.slug, c.icon, p.slug as parent from categories c left join categories p on p.id = c.parent_id
      where c.slug in ('restaurants', 'food-trucks', 'personal-services', 'beauty-spas') order by c.position`.execute(
      database.db,
    );
    expect(rows).toEqual([
      { slug: 'restaurants', icon: 'utensils', parent: null },
      { slug: 'food-trucks', icon: 'truck', parent: 'restaurants' },
      { slug: 'beauty-spas', icon: 'sparkles', parent: null },
      { slug: 'personal-services', icon: 'sparkles', parent: 'beauty-spas' },
    ]);
  });
});

describe('Loading it', () => {
  it('merges a place into the one of its county whose name is written otherwise', async () => {
    const fresh = await createTestDatabase();
    const { id } = await fresh.db
      .selectFrom('places')
      .select('id')
      .where('slug', '=', 'corona-del-mar')
      .executeTakeFirstOrThrow();
    const folder = withChangedData({
      'socal_places.csv': (text) =>
        `${text}Corona Del Mar,postal,Orange,06059,33.60197,-117.86425,,,zip centroid,1,,,\n`,
    });
    await loadGazetteer(fresh.db, folder);
    const [twin] = await fresh.db.selectFrom('places').select('id').where('name', '=', 'Corona Del Mar').execute();
    const listing = await makeListing(fresh.db, { zip: '92625' });
    await fresh.db
      .updateTable('listings')
      .set({ place_id: twin?.id ?? 0 })
      .where('id', '=', listing.id)
      .execute();
    expect(await loadGazetteer(fresh.db)).toBe(true);
    const { rows } = await sql`
      select l.place_id, f.place_id as redirects_to from listings l, former_place_slugs f
      where l.id = ${listing.id} and f.slug = 'corona-del-mar-orange-county'`.execute(fresh.db);
    expect(rows).toEqual([{ place_id: id, redirects_to: id }]);
    expect((await readIds(fresh)).places['corona-del-mar-orange-county']).toBeUndefined();
    await fresh.drop();
  });

  it('does nothing the second time', async () => {
    const renewals = await recordInvalidations(database);
    expect(await loadGazetteer(database.db)).toBe(false);
    expect(await renewals.takeReceived()).toEqual([]);
    await renewals.close();
  });

  it('happens once when several processes start together', async () => {
    const fresh = await createTestDatabase('empty');
    const loads = await Promise.all([loadGazetteer(fresh.db), loadGazetteer(fresh.db), loadGazetteer(fresh.db)]);
    expect(loads.sort()).toEqual([false, false, true]);
    await fresh.drop();
  });

  it('keeps ids and listings when the data changes, and deletes removed rows', async () => {
    const fresh = await createTestDatabase();
    const listing = await makeListing(fresh.db, { zip: '93555', category: 'florists' });
    const before = await readIds(fresh);
    const renewals = await recordInvalidations(fresh);

    const folder = withChangedData({
      'socal_places.csv': (text) =>
        // One is respelled, one goes, and one comes whose name outranks another's slug.
        `${text

          .replace('La Cañada Flintridge', 'La Canada Flintridge')
          .replace(/^Vernon,.*\n/m, '')}Las Flores,city,San Diego,06073,33.2,-117.2,90000,,,0,,,\n`,
      'socal_zips.csv': (text) => text.replace(/^9(3555|0001),.*\n/gm, ''),
      'categories.csv': (text) =>
        text
          .replace('florists,Florists,shopping', 'florists,Flower Shops,local-services')
          .replace(/^casinos,.*\n/m, '')
          .replace('utensils', 'soup'),
    });
    expect(await loadGazetteer(fresh.db, folder)).toBe(true);
    expect(await renewals.takeReceived()).toEqual([[ALL_KEYS]]);
    await renewals.close();

    const after = await readIds(fresh);
    expect(after.places['la-canada-flintridge']).toBe(before.places['la-canada-flintridge']);
    expect(after.places['las-flores-orange-county']).toBe(before.places['las-flores']);
    expect(after.places['las-flores']).not.toBe(before.places['las-flores']);
    expect(after.places.vernon).toBeUndefined();
    expect(after.categories.florists).toBe(before.categories.florists);
    expect(after.categories.casinos).toBeUndefined();
    // The ZIP code of the listing stays for its sake.
    expect(after.zips).toContain('93555');
    expect(after.zips).not.toContain('90001');
    // Its listings follow when the program runs (`server/admin/categories/changes.ts`).
    const changes = await fresh.db
      .selectFrom('category_changes')
      .select(['category_id', 'kind'])
      .orderBy('kind')
      .execute();
    expect(changes).toEqual(['move', 'rename'].map((kind) => ({ category_id: listing.category_id, kind })));

    expect(await loadGazetteer(fresh.db)).toBe(true);
    expect((await readIds(fresh)).places['las-flores']).toBe(before.places['las-flores']);
    await fresh.drop();
  });
});

async function readIds({ db }: TestDatabase) {
  const bySlug = (rows: { id: number; slug: string }[]) => Object.fromEntries(rows.map(({ id, slug }) => [slug, id]));
  return {
    places: bySlug(await db.selectFrom('places').select(['id', 'slug']).execute()),
    categories: bySlug(await db.selectFrom('categories').select(['id', 'slug']).execute()),
    zips: (await db.selectFrom('zip_codes').select('zip').execute()).map(({ zip }) => zip),
  };
}

function withChangedData(changes: Record<string, (text: string) => string>) {
  const folder = mkdtempSync(join(tmpdir(), 'gazetteer-'));
  cpSync(DATA_FOLDER, folder, { recursive: true });
  for (const [name, change] of Object.entries(changes)) {
    const text = readFileSync(join(folder, name), 'utf8');
    const changed = change(text);
    expect(changed).not.toBe(text);
    writeFileSync(join(folder, name), changed);
  }
  return pathToFileURL(`${folder}/`);
}
