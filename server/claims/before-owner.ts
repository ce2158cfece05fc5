import { type Selectable, sql, type Transaction } from 'kysely';
import type { DB, Listings } from '#server/platform/db/schema.ts';

/** Stores a listing that nobody owns as it is, until it is taken back from who gets it now. Call it with the listing locked. */
export const storeBeforeOwner = (trx: Transaction<DB>, listingId: number) =>
  sql`
    insert into listings_before_owner (listing_id, listing)
    select id, to_jsonb(listings) from listings where id = ${listingId}
    on conflict (listing_id) do update set listing = excluded.listing, stored_at = now()`.execute(trx);

/** A listing as JSON has it. */
export type FormerListing = { [Column in keyof Selectable<Listings>]: unknown };

/**
 * Takes what a listing was before it had an owner out of the store. One that got its owner before it was stored is told from its versions; as
 * they may not reach back so far, its website, telephone number and email then prove no claim (`findDoubts`).
 */
export async function takeBeforeOwner(trx: Transaction<DB>, listingId: number): Promise<FormerListing> {
  const { rows } = await sql<{ listing: FormerListing }>`
    delete from listings_before_owner where listing_id = ${listingId} returning listing`.execute(trx);
  if (rows[0]) return rows[0].listing;
  const { rows: restored } = await sql<{ listing: FormerListing }>`
    select to_jsonb(l) || jsonb_build_object('expires_at', null, 'confirmed_at', null) || coalesce((
        select jsonb_object_agg(key, value) from (
          select distinct on (former.key) former.* from listing_versions v, jsonb_each(v.before) as former
          where v.listing_id = l.id and v.owner_id is not null order by former.key, v.number) as first), '{}')
      || jsonb_build_object('facts', coalesce((
        select jsonb_object_agg(key, value) from jsonb_each(l.facts) where value ->> 'by' is distinct from 'owner'), '{}')
        || (select jsonb_object_agg(name, jsonb_build_object('by', 'administrator', 'date', to_char(now(), 'YYYY-MM')))
          from unnest(array['website', 'phone', 'email']) as name)) as listing
    from listings l where l.id = ${listingId}`.execute(trx);
  return (restored[0] as { listing: FormerListing }).listing;
}

/** Whether a listing was there before it had its owner. */
export const canBeTakenBack = ({ origin, owner_id }: Pick<Selectable<Listings>, 'origin' | 'owner_id'>): boolean =>
  owner_id !== null && origin !== 'account' && origin !== 'sample';
