import { sql, type Transaction } from 'kysely';
import { DELETED_NEIGHBORHOODS, toNameKey } from '#server/places/places.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { deleteRemovedCategories } from './categories.ts';
import type { readGazetteer } from './read-gazetteer.ts';

type GazetteerRows = Awaited<ReturnType<typeof readGazetteer>>;

/** Inserts or updates the counties. */
export async function loadCounties(trx: Transaction<DB>, counties: GazetteerRows['counties']) {
  await sql`
    insert into counties (id, name, slug, fips, lat, lng)
    select * from json_to_recordset(${JSON.stringify(counties)}::json)
      as t(id smallint, name text, slug text, fips text, lat float8, lng float8)
    on conflict (id) do update
      set name = excluded.name, slug = excluded.slug, fips = excluded.fips, lat = excluded.lat, lng = excluded.lng`.execute(
    trx,
  );
}

/** Inserts or updates the locations. */
export async function loadLocations(trx: Transaction<DB>, locations: GazetteerRows['locations']) {
  await sql`
    insert into locations (id, name, slug, county_id)
    select * from json_to_recordset(${JSON.stringify(locations)}::json)
      as t(id smallint, name text, slug text, county_id smallint)
    on conflict (id) do update
      set name = excluded.name, slug = excluded.slug, county_id = excluded.county_id`.execute(trx);
}

/** Inserts or updates the places; those whose name or slug is known keep their ids. What the staff added or edited stays as it is. */
export async function loadPlaces(trx: Transaction<DB>, places: GazetteerRows['places']) {
  const stored = await trx.selectFrom('places').select(['id', 'county_id', 'name', 'slug', 'key', 'edited']).execute();
  const isKept = (place: { county_id: number; name: string; slug: string }) =>
    stored.some(
      (row) =>
        row.edited &&
        ([row.key, row.slug].includes(place.slug) || (row.county_id === place.county_id && row.name === place.name)),
    );
  const existing = stored.filter(({ edited }) => !edited);
  const deleted = await readDeletedNeighborhoods(trx);
  const matched = matchExistingIds(
    places.filter((place) => !isKept(place) && !deleted.includes(place.slug)),
    existing,
  );
  const rows = sql`json_to_recordset(${JSON.stringify(matched)}::json) as t(id integer, county_id smallint,
    location_id smallint, name text, slug text, kind text, population integer, lat float8, lng float8, radius_miles real, in_city text)`;

  // Names and slugs may move between rows: replace the old ones by placeholders first, so that unique constraints hold.
  await sql`
    update places p set slug = '~' || p.id, name = '~' || p.id
    where not edited and not exists (select from ${rows} where t.id = p.id and t.slug = p.slug and t.name = p.name)`.execute(
    trx,
  );
  await sql`
    update places p set county_id = t.county_id, location_id = t.location_id, name = t.name, slug = t.slug,
      kind = t.kind, population = t.population, lat = t.lat, lng = t.lng, radius_miles = t.radius_miles
    from ${rows} where t.id = p.id`.execute(trx);
  await sql`
    insert into places (county_id, location_id, name, slug, kind, population, lat, lng, radius_miles)
    select county_id, location_id, name, slug, kind, population, lat, lng, radius_miles from ${rows} where id is null`.execute(
    trx,
  );

  await sql`
    update places p set city_id = c.id
    from ${rows} left join places c on c.county_id = t.county_id and c.name = t.in_city
    where p.slug = t.slug and p.city_id is distinct from c.id`.execute(trx);

  const removed = existing.filter(({ id }) => !matched.some((place) => place.id === id));
  await sql`
    update places p set name = t.name,
      slug = case when exists (select from places o where o.slug = t.slug) then t.slug || '-' || p.id else t.slug end
    from json_to_recordset(${JSON.stringify(removed)}::json) as t(id integer, name text, slug text)
    where t.id = p.id`.execute(trx);
}

/** The slugs of the neighborhoods that the staff deleted. */
async function readDeletedNeighborhoods(trx: Transaction<DB>): Promise<string[]> {
  const { rows } = await sql<{ slugs: string[] }>`
    select value as slugs from settings where key = ${DELETED_NEIGHBORHOODS}`.execute(trx);
  return rows[0]?.slugs ?? [];
}

/** Matches a place to the existing row of its county and name, else to the row of its slug: names and slugs may change. */
function matchExistingIds(
  places: GazetteerRows['places'],
  existing: { id: number; county_id: number; name: string; slug: string }[],
) {
  const toNameKey = (place: { county_id: number; name: string }) => `${place.county_id}|${place.name}`;
  const byName = new Map(existing.map((place) => [toNameKey(place), place.id]));
  const named = new Set(places.map((place) => byName.get(toNameKey(place))));
  const bySlug = new Map(existing.filter(({ id }) => !named.has(id)).map((place) => [place.slug, place.id]));
  return places.map((place) => ({ ...place, id: byName.get(toNameKey(place)) ?? bySlug.get(place.slug) ?? null }));
}

/** Inserts or updates the ZIP codes. */
export async function loadZipCodes(trx: Transaction<DB>, zipCodes: GazetteerRows['zipCodes']) {
  await sql`
    insert into zip_codes (zip, city, place_id, county_id, location_id, lat, lng, neighborhood_id)
    select t.zip, t.city, p.id, t.county_id, t.location_id, t.lat, t.lng, n.id
    from json_to_recordset(${JSON.stringify(zipCodes)}::json)
      as t(zip text, city text, place_slug text, neighborhood_slug text, county_id smallint, location_id smallint, lat float8, lng float8)
    left join places p on coalesce(p.key, p.slug) = t.place_slug
    left join places n on coalesce(n.key, n.slug) = t.neighborhood_slug
    on conflict (zip) do update
      set city = excluded.city, place_id = excluded.place_id, county_id = excluded.county_id,
        location_id = excluded.location_id, lat = excluded.lat, lng = excluded.lng, neighborhood_id = excluded.neighborhood_id`.execute(
    trx,
  );
}

/** The date of a source that was imported since stays. */
export async function loadSources(trx: Transaction<DB>, sources: GazetteerRows['sources']) {
  await sql`update sources set in_data = false`.execute(trx);
  await sql`
    insert into sources (name, title, date, license, url, in_data)
    select name, title, date, license, url, true from json_to_recordset(${JSON.stringify(sources)}::json)
      as t(name text, title text, date text, license text, url text)
    on conflict (name) do update
      set title = excluded.title, date = greatest(sources.date, excluded.date), license = excluded.license,
        url = excluded.url, in_data = true`.execute(trx);
}

/** Replaces which trades need which license, and compares the numbers of all listings anew. */
export async function loadLicenseTrades(trx: Transaction<DB>, trades: GazetteerRows['licenseTrades']) {
  await trx.deleteFrom('license_trades').execute();
  await trx.insertInto('license_trades').values(trades).execute();
  await sql`
    update listings l set license_number = license_number
    where (license_number is not null and license_check is distinct from check_license(l))
      or (license_number is null and owner_id is not null and license_check is null and category_id in (
        select c.id from categories c join license_trades t on t.category_key = coalesce(c.key, c.slug)))`.execute(trx);
}

/** Their listings are ordered anew by triggers. */
export async function loadDiningChains(trx: Transaction<DB>, names: GazetteerRows['diningChains']) {
  await sql`delete from dining_chains where name <> all(${names})`.execute(trx);
  await sql`insert into dining_chains (name) select distinct unnest(${names}::text[]) on conflict do nothing`.execute(
    trx,
  );
}

/** Deletes the places, ZIP codes and categories that the gazetteer has no more. */
export async function deleteRemovedRows(trx: Transaction<DB>, { places, zipCodes, categories }: GazetteerRows) {
  const zips = zipCodes.map(({ zip }) => zip);
  await sql`
    delete from zip_codes z
    where z.zip <> all(${zips}) and not exists (select from listings where zip = z.zip)`.execute(trx);
  const placeSlugs = places.map(({ slug }) => slug);
  await mergeTwins(trx, placeSlugs);
  await sql`
    delete from places p
    where p.slug <> all(${placeSlugs}) and not p.edited
      and not exists (select from listings where p.id in (place_id, neighborhood_id))
      and not exists (select from zip_codes where p.id in (place_id, neighborhood_id))
      and not exists (select from places part where part.city_id = p.id)`.execute(trx);
  await deleteRemovedCategories(trx, categories);
}

/** Gives the listings and the address of each place that the gazetteer has no more to the place of its county with the same name, written otherwise. */
async function mergeTwins(trx: Transaction<DB>, placeSlugs: string[]) {
  const stored = await trx.selectFrom('places').select(['id', 'county_id', 'name', 'slug', 'edited']).execute();
  const known = new Set(placeSlugs);
  const toKey = (place: { county_id: number; name: string }) => `${place.county_id}|${toNameKey(place.name)}`;
  const kept = new Map(stored.filter(({ slug }) => known.has(slug)).map((place) => [toKey(place), place.id]));
  for (const { id, slug, ...place } of stored) {
    const twin = kept.get(toKey(place));
    if (twin === undefined || known.has(slug) || place.edited) continue;
    await trx.updateTable('listings').set({ place_id: twin }).where('place_id', '=', id).execute();
    await trx
      .insertInto('former_place_slugs')
      .values({ slug, place_id: twin })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}
