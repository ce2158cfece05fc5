import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import type { AuditFacts } from '#contract/admin/audit-facts.ts';
import { t } from '#contract/i18n/t.ts';
import { MAX_PLACES, type NeighborhoodForm, type PlaceEdit } from '#contract/places.ts';
import { REGIONS_OUTSIDE_CALIFORNIA } from '#contract/regions.ts';
import { recordAuditEvent } from '#server/accounts/audit-log.ts';
import { createKnownPagePredicate } from '#server/analytics/known-pages.ts';
import { findCityAt } from '#server/places/city-outlines.ts';
import type { Gazetteer, Place } from '#server/places/gazetteer.ts';
import { toNameKey } from '#server/places/places.ts';
import { ALL_KEYS, GAZETTEER_KEY, invalidate } from '#server/platform/db/invalidate.ts';
import type { DB, Places } from '#server/platform/db/schema.ts';
import { Conflict, Invalid, NotFound } from '#server/platform/http/errors.ts';
import { findAreaByName } from '#server/search/areas.ts';
import { SEARCH_KEY } from '#server/search/cache-for-seconds.ts';

/** The dependencies of changes of places. */
export interface PlaceDeps {
  db: Kysely<DB>;
  gazetteer: Gazetteer;
}

type PlaceRow = Selectable<Places>;

/**
 * Adds a neighborhood of a city. Listings around its middle are in it at once. New data leave it as it is.
 * @throws {Invalid} for a city that is none, a middle outside of it, or another name that is taken
 * @throws {Conflict} for a name or address that another place has, or when there are as many as can be
 */
export const addNeighborhood = (
  { db, gazetteer }: PlaceDeps,
  { city: citySlug, name, slug, lat, lng, radiusMiles, aliases, reason, by }: NeighborhoodForm & { by: number },
): Promise<void> =>
  db.transaction().execute(async (trx) => {
    await lockPlaces(trx);
    const city = gazetteer.places.bySlug.get(citySlug);
    if (city?.kind !== 'city' || city.isNeighborhood) throw invalid('city', t('Choose a city from the list'));
    const { count } = await trx
      .selectFrom('places')
      .select((select) => select.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    if (Number(count) >= MAX_PLACES) throw new Conflict(t('There can be at most {max} places.', { max: MAX_PLACES }));
    requireMiddle(gazetteer, city, { lat, lng });
    // One that was deleted may come back.
    await trx.deleteFrom('former_place_slugs').where('slug', '=', slug).where('place_id', '=', city.id).execute();
    await requireName(trx, { countyId: city.county.id, name });
    await requireSlug(trx, gazetteer, { slug });
    const { id } = await trx
      .insertInto('places')
      .values({
        ...{ county_id: city.county.id, location_id: city.location.id, name, slug, kind: 'neighborhood', lat, lng },
        ...{ radius_miles: MIN_RADIUS, city_id: city.id, edited: true },
        aliases: requireAliases(gazetteer, { slug }, aliases),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    // The trigger of updates puts listings into it.
    await trx.updateTable('places').set({ radius_miles: radiusMiles }).where('id', '=', id).execute();
    await recordPlaceEvent(trx, {
      by,
      reason,
      after: { ...toFacts({ id, name, slug, lat, lng, radiusMiles, aliases }), city: city.name },
    });
    await invalidate(trx, [ALL_KEYS]);
  });

/**
 * Changes the name, address, middle and radius of a neighborhood, and the other names of any place. A former address redirects.
 * @throws {NotFound} when there is none
 * @throws {Conflict} when it was changed since `version`, or for a name or address that another place has
 * @throws {Invalid} for a middle outside of its city, another name that is taken, more than other names of what is no neighborhood, or
 *   when nothing differs
 */
export const editPlace = (
  { db, gazetteer }: PlaceDeps,
  id: number,
  { version, reason, by, ...edit }: PlaceEdit & { by: number },
): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const place = await lockPlace(trx, { id, version });
    const aliases = requireAliases(gazetteer, place, edit.aliases);
    const changes = await findChanges(trx, gazetteer, place, edit);
    const hasNewAliases = aliases.join('\n') !== place.aliases.join('\n');
    if (Object.keys(changes).length === 0 && !hasNewAliases) throw new Invalid(t('Nothing was changed.'));
    if (changes.slug !== undefined) await keepFormerSlug(trx, place, changes.slug);
    await trx
      .updateTable('places')
      .set({
        ...changes,
        aliases,
        ...(Object.keys(changes).length > 0 && { edited: true, key: place.key ?? (place.edited ? null : place.slug) }),
        version: sql<number>`version + 1`,
      })
      .where('id', '=', id)
      .execute();
    const after = await trx.selectFrom('places').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    await recordPlaceEvent(trx, { by, reason, before: rowFacts(place), after: rowFacts(after) });
    // Any page may link to a neighborhood, or have a listing that is in another one now; other names are in no page.
    await invalidate(trx, Object.keys(changes).length > 0 ? [ALL_KEYS] : [GAZETTEER_KEY, SEARCH_KEY]);
  });

const MIN_RADIUS = 0.001;
const MAX_FORMER_SLUGS = 30;

/** What of a neighborhood differs. */
async function findChanges(
  trx: Transaction<DB>,
  gazetteer: Gazetteer,
  place: PlaceRow,
  { name, slug, lat, lng, radiusMiles }: Omit<PlaceEdit, 'version' | 'reason'>,
) {
  const isMoved = lat !== place.lat || lng !== place.lng;
  const changes = {
    ...(name !== place.name && { name }),
    ...(slug !== place.slug && { slug }),
    ...(isMoved && { lat, lng }),
    // The column has the precision of four bytes.
    ...(radiusMiles !== null &&
      Math.fround(radiusMiles) !== Math.fround(place.radius_miles ?? 0) && { radius_miles: radiusMiles }),
  };
  if (Object.keys(changes).length === 0) return changes;
  const city = place.city_id === null ? undefined : gazetteer.places.byId.get(place.city_id);
  if (place.radius_miles === null || !city)
    throw new Invalid(t('Only neighborhoods can be renamed or moved. Of other places change the other names.'));
  if (isMoved) requireMiddle(gazetteer, city, { lat, lng });
  if (changes.name !== undefined) await requireName(trx, { countyId: place.county_id, name, id: place.id });
  if (changes.slug !== undefined) await requireSlug(trx, gazetteer, { slug, id: place.id });
  return changes;
}

/**
 * A place, which nothing else changes until the transaction ends.
 * @throws {NotFound} when there is none
 * @throws {Conflict} when it was changed since `version`
 */
export async function lockPlace(
  trx: Transaction<DB>,
  { id, version }: { id: number; version: number },
): Promise<PlaceRow> {
  await lockPlaces(trx);
  const place = await trx.selectFrom('places').selectAll().where('id', '=', id).executeTakeFirst();
  if (!place) throw new NotFound(t('This place doesn’t exist.'));
  if (place.version !== version)
    throw new Conflict(t('Someone else changed this place while you had it open. Reload to see it.'));
  return place;
}

/** Lets one change of places, or load of the gazetteer, run at a time. */
const lockPlaces = (trx: Transaction<DB>) => sql`select pg_advisory_xact_lock(hashtext('gazetteer'))`.execute(trx);

async function keepFormerSlug(trx: Transaction<DB>, { id, slug }: PlaceRow, newSlug: string) {
  await trx.deleteFrom('former_place_slugs').where('slug', '=', newSlug).execute();
  await trx.insertInto('former_place_slugs').values({ slug, place_id: id }).execute();
  const former = await trx.selectFrom('former_place_slugs').select('slug').where('place_id', '=', id).execute();
  if (former.length > MAX_FORMER_SLUGS)
    throw conflict('slug', t('A place can change its web address {max} times.', { max: MAX_FORMER_SLUGS }));
}

function requireMiddle(gazetteer: Gazetteer, city: Place, point: { lat: number; lng: number }) {
  if (findCityAt(gazetteer, point)?.id !== city.id)
    throw invalid('lat', t('The middle has to be in {city}. Move the pin.', { city: city.name }));
}

async function requireName(
  trx: Transaction<DB>,
  { countyId, name, id = 0 }: { countyId: number; name: string; id?: number },
) {
  const others = await trx
    .selectFrom('places')
    .select('name')
    .where('county_id', '=', countyId)
    .where('id', '<>', id)
    .execute();
  if (others.some((other) => toNameKey(other.name) === toNameKey(name)))
    throw conflict('name', t('Another place of this county has this name'));
}

async function requireSlug(
  trx: Transaction<DB>,
  gazetteer: Gazetteer,
  { slug, id = 0 }: { slug: string; id?: number },
) {
  const isOfPage = createKnownPagePredicate({ gazetteer: { ...gazetteer, places: NO_PLACES } });
  const others = await sql`
    select slug from places where slug = ${slug} and id <> ${id}
    union select coalesce(key, slug) from places where coalesce(key, slug) = ${slug} and id <> ${id}
    union select slug from former_place_slugs where slug = ${slug} and place_id <> ${id}
    union select slug from counties where slug = ${slug} union select slug from locations where slug = ${slug}`.execute(
    trx,
  );
  const isRegion = REGIONS_OUTSIDE_CALIFORNIA.some((region) => region.slug === slug);
  if (others.rows.length > 0 || isRegion || isOfPage(`/${slug}`) || RESERVED.has(slug))
    throw conflict('slug', t('Another page has this web address'));
}

const NO_PLACES = { all: [], byId: new Map(), bySlug: new Map() };
// Folders and files at the top.
const RESERVED = new Set([
  'ads',
  'api',
  'assets',
  'city',
  'county',
  'zip',
  'category',
  'brand',
  'es',
  'pictures',
  'photos',
]);

/** Other names, each once, without the name itself. @throws {Invalid} for one that means something else already */
function requireAliases(gazetteer: Gazetteer, place: { slug: string }, aliases: string[]): string[] {
  const byKey = new Map(aliases.map((alias) => [toNameKey(alias), alias]));
  if (byKey.has('')) throw invalid('aliases', t('A name needs a letter or digit'));
  for (const alias of byKey.values()) {
    const area = findAreaByName(gazetteer, alias);
    if (area && area.path !== `/city/${place.slug}`)
      throw invalid('aliases', t('“{alias}” already means {place}', { alias, place: area.name }));
  }
  return [...byKey.values()];
}

/** What the audit log says of a place. */
export const rowFacts = ({ radius_miles, ...row }: PlaceRow) => toFacts({ ...row, radiusMiles: radius_miles });

const toFacts = ({
  id,
  name,
  slug,
  lat,
  lng,
  radiusMiles,
  aliases,
}: Pick<PlaceRow, 'id' | 'name' | 'slug' | 'lat' | 'lng' | 'aliases'> & {
  radiusMiles: number | null;
}): AuditFacts => ({
  place: id,
  name,
  address: slug,
  middle: `${lat.toFixed(4)}, ${lng.toFixed(4)}`,
  radiusMiles,
  otherNames: aliases.join(', ') || null,
});

/** Adds a change of a place to the audit log. */
export const recordPlaceEvent = (
  trx: Transaction<DB>,
  { by, ...event }: { by: number; reason: string; before?: AuditFacts; after: AuditFacts },
): Promise<void> =>
  recordAuditEvent(trx, { kind: 'place-changed', accountId: null, username: null, actorId: by, ...event });

const invalid = (path: string, message: string) => new Invalid(message, [{ path, message }]);
const conflict = (path: string, message: string) => new Conflict(message, [{ path, message }]);
