import { type Kysely, sql, type Transaction } from 'kysely';
import { t } from '#contract/i18n/t.ts';
import { type Branch, type LeadRecipients, MAX_BRANCHES } from '#contract/ownership/organizations.ts';
import { listingKey } from '#server/listings/read/list.ts';
import { listingNotFound } from '#server/listings/read/listings.ts';
import { listingRows, presentOwnerListing } from '#server/listings/read/owner-listings.ts';
import { organizationKey } from '#server/listings/write/write-and-invalidate.ts';
import type { Gazetteer } from '#server/places/gazetteer.ts';
import { invalidate } from '#server/platform/db/invalidate.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { Conflict } from '#server/platform/http/errors.ts';
import type { OrganizationKey } from './access.ts';

/** The branches of an organization that are not deleted, by title and city. */
export async function listBranches(
  db: Kysely<DB>,
  gazetteer: Gazetteer,
  { id, ownerId, role }: OrganizationKey,
): Promise<Branch[]> {
  const rows = await listingRows(db)
    .innerJoin('organization_branches as b', 'b.listing_id', 'listings.id')
    .select(['b.exceptions', 'b.lead_recipients', 'b.lead_member_id'])
    .select(sql<boolean>`exists (select from public_listings p where p.id = listings.id)`.as('published'))
    .where('b.organization_id', '=', id)
    .where('listings.owner_id', '=', ownerId)
    .where('status', '<>', 'deleted')
    .orderBy('title')
    .orderBy('city')
    .orderBy('listings.id')
    .execute();
  return rows.map((row) => ({
    ...presentOwnerListing(row, gazetteer, role),
    published: row.published,
    exceptions: row.exceptions,
    leadRecipients: row.lead_recipients as LeadRecipients,
    leadMemberId: row.lead_member_id,
  }));
}

/**
 * Makes listings of its owner branches of an organization. Those that are branches of it already stay so.
 * @throws {NotFound} when one of them is not the owner's, or deleted
 * @throws {Conflict} when one is a branch of another organization of the owner, or there would be too many
 */
export async function addBranches(
  trx: Transaction<DB>,
  { id, ownerId }: Pick<OrganizationKey, 'id' | 'ownerId'>,
  listingIds: number[],
): Promise<void> {
  const ids = [...new Set(listingIds)];
  if (ids.length === 0) return;
  const locked = await trx
    .selectFrom('listings')
    .select('id')
    .where('id', '=', isOneOf(ids))
    .where('owner_id', '=', ownerId)
    .where('status', '<>', 'deleted')
    .orderBy('id')
    .forUpdate()
    .execute();
  if (locked.length < ids.length) throw listingNotFound();
  // What was a branch of a former owner's organization is none any more.
  await sql`
    delete from organization_branches b using organizations o
    where b.listing_id = any(${ids}::bigint[]) and o.id = b.organization_id and o.owner_id <> ${ownerId}`.execute(trx);
  const { rows: added } = await sql`
    insert into organization_branches as b (listing_id, organization_id) select unnest(${ids}::bigint[]), ${id}
    on conflict (listing_id) do update set organization_id = excluded.organization_id
    where b.organization_id = excluded.organization_id
    returning listing_id`.execute(trx);
  if (added.length < ids.length) throw new Conflict(t('A listing can be a branch of one business only.'));
  const { count } = await trx
    .selectFrom('organization_branches')
    .select(sql<number>`count(*)`.as('count'))
    .where('organization_id', '=', id)
    .executeTakeFirstOrThrow();
  if (count > MAX_BRANCHES)
    throw new Conflict(t('A business can have up to {max} branches here.', { max: MAX_BRANCHES }));
  await invalidateBranches(trx, id, ids);
}

/** Ends being branches; the listings stay. Those that are none are ignored. */
export async function removeBranches(
  trx: Transaction<DB>,
  { id }: Pick<OrganizationKey, 'id'>,
  listingIds: number[],
): Promise<void> {
  const removed = await trx
    .deleteFrom('organization_branches')
    .where('organization_id', '=', id)
    .where('listing_id', '=', isOneOf(listingIds))
    .returning('listing_id')
    .execute();
  await invalidateBranches(
    trx,
    id,
    removed.map((row) => row.listing_id),
  );
}

const isOneOf = (ids: number[]) => sql<number>`any(${ids}::bigint[])`;

/** Invalidates the pages of these listings, and those of the organization and its other branches. */
async function invalidateBranches(trx: Transaction<DB>, id: number, listingIds: number[]): Promise<void> {
  // More keys in one notification would mean everything.
  for (let first = 0; first < listingIds.length; first += 100)
    await invalidate(
      trx,
      listingIds.slice(first, first + 100).map((id) => listingKey({ id })),
    );
  await invalidate(trx, [organizationKey(id)]);
}
