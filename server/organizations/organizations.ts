import { type Kysely, sql, type Transaction } from 'kysely';
import { t } from '#contract/i18n/t.ts';
import type { ListingRole } from '#contract/ownership/members.ts';
import {
  MAX_ORGANIZATIONS,
  type NewOrganization,
  type Organization,
  type OrganizationChange,
} from '#contract/ownership/organizations.ts';
import { toBrandPath } from '#server/listings/read/brand.ts';
import { lockAccount } from '#server/listings/write/posting.ts';
import { organizationKey } from '#server/listings/write/write-and-invalidate.ts';
import { slugify } from '#server/places/places.ts';
import { invalidate } from '#server/platform/db/invalidate.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { Conflict, Unauthorized } from '#server/platform/http/errors.ts';
import { type OrganizationKey, organizationNotFound, organizationRole } from './access.ts';
import { addBranches, removeBranches } from './branches.ts';

/** The organizations of an account, and those of whom it helps with all listings, by name. */
export async function listOrganizations(db: Kysely<DB>, accountId: number): Promise<Organization[]> {
  const rows = await organizationRows(db, accountId)
    .where(
      'o.owner_id',
      '=',
      sql<number>`any(array(select ${accountId}::bigint union all
        select owner_id from listing_members where account_id = ${accountId} and listing_id is null))`,
    )
    .orderBy('o.name')
    .orderBy('o.id')
    .execute();
  return rows.flatMap((row) => (row.role === null ? [] : presentOrganization({ ...row, role: row.role })));
}

/** @throws {NotFound} when the account has none with this id */
export async function findOrganization(db: Kysely<DB>, accountId: number, id: number): Promise<Organization> {
  const row = await organizationRows(db, accountId).where('o.id', '=', id).executeTakeFirst();
  if (!row?.role) throw organizationNotFound();
  return presentOrganization({ ...row, role: row.role });
}

const organizationRows = (db: Kysely<DB>, accountId: number) =>
  db
    .selectFrom('organizations as o')
    .select(['o.id', 'o.slug', 'o.name', 'o.about', 'o.website', organizationRole(accountId).as('role')])
    .select([
      sql<number[]>`array(
        select l.id from organization_branches b join listings l on l.id = b.listing_id
        where b.organization_id = o.id and l.owner_id = o.owner_id and l.status <> 'deleted' order by l.id)`.as(
        'branches',
      ),
      sql<number>`(
        select count(*) from organization_branches b join public_listings l on l.id = b.listing_id
        where b.organization_id = o.id and l.owner_id = o.owner_id)`.as('published'),
    ]);

interface OrganizationRow {
  id: number;
  slug: string;
  name: string;
  about: string;
  website: string;
  role: ListingRole;
  branches: number[];
  published: number;
}

const presentOrganization = ({ id, slug, name, about, website, role, branches, published }: OrganizationRow) => ({
  id,
  path: toBrandPath(slug),
  name,
  about,
  website,
  role,
  branchIds: branches,
  publishedCount: published,
});

/**
 * Creates an organization with listings of the account as its branches. Its address is made of the name, and stays.
 * @returns its id
 * @throws {Conflict} when the account has reached its limit
 * @throws {NotFound} {Conflict} as `addBranches`
 */
export const createOrganization = (
  db: Kysely<DB>,
  ownerId: number,
  { name, about, website, listings }: NewOrganization,
): Promise<number> =>
  db.transaction().execute(async (trx) => {
    // The lock serializes concurrent requests, so that they cannot exceed the limit together.
    if (!(await lockAccount(trx, ownerId))) throw new Unauthorized();
    const own = await trx.selectFrom('organizations').select('id').where('owner_id', '=', ownerId).execute();
    if (own.length >= MAX_ORGANIZATIONS)
      throw new Conflict(t('You can have up to {max} businesses with branches.', { max: MAX_ORGANIZATIONS }));
    const slug = await findFreeSlug(trx, name);
    const { id } = await trx
      .insertInto('organizations')
      .values({ owner_id: ownerId, slug, name, about, website })
      .returning('id')
      .executeTakeFirstOrThrow();
    await addBranches(trx, { id, ownerId }, listings);
    return id;
  });

const MAX_SLUG_LENGTH = 60;

/** 'pacific-dental', or the first of 'pacific-dental-2' … that nobody has. */
async function findFreeSlug(trx: Transaction<DB>, name: string): Promise<string> {
  const base = slugify(name).slice(0, MAX_SLUG_LENGTH).replace(/-$/, '') || 'business';
  await sql`select pg_advisory_xact_lock(hashtextextended(${`organization ${base}`}, 0))`.execute(trx);
  const rows = await trx
    .selectFrom('organizations')
    .select('slug')
    .where((where) => where.or([where('slug', '=', base), where('slug', 'like', `${base}-%`)]))
    .execute();
  const taken = new Set(rows.map(({ slug }) => slug));
  for (let nth = 1; ; nth++) {
    const slug = nth === 1 ? base : `${base}-${nth}`;
    if (!taken.has(slug)) return slug;
  }
}

/**
 * Changes the words of an organization, removes branches and adds listings.
 * @throws {NotFound} {Conflict} as `addBranches`
 */
export const updateOrganization = (
  db: Kysely<DB>,
  key: OrganizationKey,
  { add = [], remove = [], ...words }: OrganizationChange,
): Promise<void> =>
  db.transaction().execute(async (trx) => {
    await lockOrganization(trx, key);
    await trx
      .updateTable('organizations')
      .set({ ...words, updated_at: sql`now()` })
      .where('id', '=', key.id)
      .execute();
    await removeBranches(trx, key, remove);
    await addBranches(trx, key, add);
    await invalidate(trx, [organizationKey(key.id)]);
  });

/** Deletes an organization with its page; its listings stay. @throws {NotFound} when it is gone */
export const deleteOrganization = (db: Kysely<DB>, key: OrganizationKey): Promise<void> =>
  db.transaction().execute(async (trx) => {
    await lockOrganization(trx, key);
    await trx.deleteFrom('organizations').where('id', '=', key.id).execute();
    await invalidate(trx, [organizationKey(key.id)]);
  });

/** Call it in the transaction that changes an organization, its profile or its branches. @throws {NotFound} when it is gone */
export async function lockOrganization(trx: Transaction<DB>, { id, ownerId }: OrganizationKey): Promise<void> {
  const row = await trx
    .selectFrom('organizations')
    .select('id')
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw organizationNotFound();
}

/** The organizations of an account, for its export and deletion (`PersonalData`). */
export const organizationsPersonalData = {
  name: 'organizations',
  async export(db: Kysely<DB>, accountId: number) {
    const own = await listOrganizations(db, accountId);
    return own
      .filter(({ role }) => role === 'owner')
      .map(({ id, name, about, website }) => ({ id, name, about, website }));
  },
  async erase(trx: Transaction<DB>, accountId: number) {
    const deleted = await trx.deleteFrom('organizations').where('owner_id', '=', accountId).returning('id').execute();
    await invalidate(
      trx,
      deleted.map(({ id }) => organizationKey(id)),
    );
  },
};
