import type { FastifyBaseLogger } from 'fastify';
import { type Kysely, sql } from 'kysely';
import { readAddress, toStreetLine } from '#contract/values/address.ts';
import { setGeocodedPoint } from '#server/listings/write/geocoded-point.ts';
import type { Gazetteer } from '#server/places/gazetteer.ts';
import { isNearZipCode, type Point } from '#server/places/points.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { hashAddress } from './address-hash.ts';
import type { Geocode, StreetAddress } from './geocoder.ts';

/** The dependencies of geocoding. */
export interface GeocodingDeps {
  db: Kysely<DB>;
  gazetteer: Gazetteer;
  /** Null when nothing is geocoded. */
  geocode: Geocode | null;
  log: Pick<FastifyBaseLogger, 'warn'>;
}

// Other tasks wait for this one.
const MAX_ADDRESSES = 20;
const MAX_MS = 20_000;
const MAX_RETRY_MINUTES = 24 * 60;

/** A listing whose point is not known, with what is cached of its address. */
interface Candidate extends StreetAddress {
  id: number;
  addressHash: Buffer;
  lat: number | null;
  lng: number | null;
  attempts: number | null;
}

/**
 * Geocodes the addresses of some public listings without an exact point. What the geocoder answers is cached; where it does not
 * answer, the address is tried again after 2, 4, 8 … minutes, and the rest of them with the next run. A point outside the ZIP code's
 * neighborhood is refused.
 * See docs/decisions/0061-a-point-is-exact-or-the-middle-of-the-zip-code.md.
 */
export async function geocodeListings({ db, gazetteer, geocode, log }: GeocodingDeps): Promise<void> {
  if (!geocode) return;
  const deadline = Date.now() + MAX_MS;
  for (const candidate of await findCandidates(db)) {
    if (Date.now() > deadline) return;
    // A post-office box is nowhere to go.
    const street = toStreetLine(readAddress(candidate.address));
    let point = street === null ? null : toPoint(candidate);
    if (!point) {
      try {
        const found = street === null ? null : await geocode({ ...candidate, address: street });
        const zip = gazetteer.zipCodes.get(candidate.zip);
        point = found && zip && isNearZipCode(gazetteer, found, zip) ? found : null;
        await cache(db, candidate, { point, retry: false });
      } catch (error) {
        log.warn({ err: error, listing: candidate.id }, 'an address was not geocoded; it is tried again');
        await cache(db, candidate, { point: null, retry: true });
        return;
      }
    }
    if (point) await setGeocodedPoint({ db, gazetteer }, candidate, point);
  }
}

const toPoint = ({ lat, lng }: Candidate): Point | null => (lat === null || lng === null ? null : { lat, lng });

async function findCandidates(db: Kysely<DB>): Promise<Candidate[]> {
  const { rows } = await candidatesQuery().execute(db);
  return rows;
}

/** The listings whose addresses are due. */
export const candidatesQuery = () => sql<Candidate>`
    select l.id, l.address, l.city, l.zip, ${hashAddress('l')} as "addressHash", g.lat, g.lng, g.attempts
    from listings l
    left join geocoded_addresses g on g.address_hash = ${hashAddress('l')}
    where l.lat is null and l.address is not null and l.status = 'active'
      and (g.address_hash is null or g.lat is not null or g.retry_at <= now())
    order by l.id
    limit ${MAX_ADDRESSES}`;

async function cache(
  db: Kysely<DB>,
  { addressHash, attempts }: Candidate,
  { point, retry }: { point: Point | null; retry: boolean },
): Promise<void> {
  const tried = (attempts ?? 0) + 1;
  const minutes = Math.min(2 ** tried, MAX_RETRY_MINUTES);
  await sql`
    insert into geocoded_addresses (address_hash, lat, lng, attempts, retry_at)
    values (${addressHash}, ${point?.lat ?? null}, ${point?.lng ?? null}, ${tried},
      ${retry ? sql`now() + ${minutes} * interval '1 minute'` : null})
    on conflict (address_hash) do update set
      lat = excluded.lat, lng = excluded.lng, attempts = excluded.attempts, retry_at = excluded.retry_at`.execute(db);
}

/** Deletes what is known of addresses that no listing has any more. */
export async function deleteGeocodedAddresses(db: Kysely<DB>): Promise<void> {
  for (const table of ['geocoded_addresses', 'located_addresses']) {
    await sql`
      delete from ${sql.table(table)} g
      where not exists (select from listings l where l.address is not null and ${hashAddress('l')} = g.address_hash)`.execute(
      db,
    );
  }
}
