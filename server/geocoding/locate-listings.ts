import { type Kysely, sql } from 'kysely';
import type { AddressPoint } from '#server/geocoding/addresses/choose-street.ts';
import { areStreetsLoaded } from '#server/geocoding/addresses/load-streets.ts';
import { locateAddresses } from '#server/geocoding/addresses/locate-addresses.ts';
import { isExact } from '#server/geocoding/addresses/locate-number.ts';
import { setGeocodedPoints } from '#server/listings/write/geocoded-point.ts';
import type { Gazetteer } from '#server/places/gazetteer.ts';
import { isNearZipCode } from '#server/places/points.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { hashAddress } from './address-hash.ts';

/** The dependencies of locating listings. */
export interface LocatingDeps {
  db: Kysely<DB>;
  gazetteer: Gazetteer;
}

const BATCH_SIZE = 500;
// Other tasks wait for this one.
const MAX_MS = 20_000;

/** A public listing without an exact point that was not located yet. */
interface Candidate {
  id: number;
  address: string;
  city: string;
  zip: string;
  addressHash: Buffer;
}

/**
 * Locates public listings without an exact point by the table of streets, once it is loaded. A point with the quality `address` or `between`
 * becomes that of the listing; any other only decides which listings are nearer in a search. What a geocoder on the internet knows comes first: it is asked before.
 * See docs/decisions/0148-addresses-are-located-offline.md.
 */
export async function locateListings({ db, gazetteer }: LocatingDeps): Promise<void> {
  if (!(await areStreetsLoaded(db))) return;
  const deadline = Date.now() + MAX_MS;
  while (Date.now() < deadline) {
    const { rows } = await unlocatedQuery().execute(db);
    const points = await locateAddresses({ db, gazetteer }, rows);
    const located = rows.map((listing, i) => ({ listing, point: toNearPoint(gazetteer, listing, points[i] ?? null) }));
    await setGeocodedPoints(
      { db, gazetteer },
      located.flatMap(({ listing, point }) => (point && isExact(point.quality) ? [{ listing, point }] : [])),
    );
    await remember(db, located);
    await placeInSearch(
      db,
      located.flatMap(({ listing, point }) => (point && !isExact(point.quality) ? [listing.id] : [])),
    );
    if (rows.length < BATCH_SIZE) return;
  }
}

/** The point, unless it lies outside of the ZIP code's neighborhood. */
function toNearPoint(gazetteer: Gazetteer, { zip }: Candidate, point: AddressPoint | null): AddressPoint | null {
  const zipCode = gazetteer.zipCodes.get(zip);
  return point && zipCode && isNearZipCode(gazetteer, point, zipCode) ? point : null;
}

/** The listings that were not located yet. */
export const unlocatedQuery = () => sql<Candidate>`
    select l.id, l.address, l.city, l.zip, ${hashAddress('l')} as "addressHash"
    from listings l
    left join located_addresses a on a.address_hash = ${hashAddress('l')}
    where l.lat is null and l.address is not null and l.status = 'active'
      and (a.address_hash is null or a.quality in ('address', 'between')) -- another listing at the address had it first
    order by l.id
    limit ${sql.lit(BATCH_SIZE)}`;

async function remember(db: Kysely<DB>, located: { listing: Candidate; point: AddressPoint | null }[]): Promise<void> {
  const rows = located.map(({ listing, point }) => ({
    hash: listing.addressHash.toString('hex'),
    quality: point?.quality ?? null,
    lat: point?.lat ?? null,
    lng: point?.lng ?? null,
  }));
  await sql`
    insert into located_addresses (address_hash, quality, lat, lng)
    select decode(hash, 'hex'), quality, lat, lng
    from json_to_recordset(${JSON.stringify(rows)}::json) as t(hash text, quality text, lat float8, lng float8)
    on conflict (address_hash) do nothing`.execute(db);
}

/** Puts listings where `located_addresses` has them, instead of the middle of their ZIP code. */
const placeInSearch = (db: Kysely<DB>, ids: number[]) =>
  ids.length > 0 && sql`select refresh_listing_search(${ids}::bigint[])`.execute(db);
