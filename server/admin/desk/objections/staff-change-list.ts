import { type Kysely, sql, type Transaction } from 'kysely';
import type { StaffChange } from '#contract/admin/objections.ts';
import { ROLES } from '#contract/admin/roles.ts';
import { t } from '#contract/i18n/t.ts';
import { findOwnerListingRow, type OwnerListingId } from '#server/listings/read/owner-listings.ts';
import { presentVersions, type VersionRow, versionsQuery } from '#server/listings/versions/versions.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { Conflict, NotFound } from '#server/platform/http/errors.ts';

/**
 * The changes of an owner's listing by the staff, newest first, with what the owner said against them.
 * @throws {NotFound} see `findOwnerListingRow`
 */
export async function listStaffChanges(db: Kysely<DB>, own: OwnerListingId): Promise<StaffChange[]> {
  const listing = await findOwnerListingRow(db, own);
  const [rows, objections] = await Promise.all([
    versionsQuery(db, own.id).execute(),
    db
      .selectFrom('listing_objections')
      .select(['number', 'text', 'created_at', 'outcome', 'answer'])
      .where('listing_id', '=', own.id)
      .where('account_id', '=', own.ownerId)
      .execute(),
  ]);
  const ofStaff = new Set(rows.filter((row) => isStaffChange(row, own.ownerId)).map(({ number }) => number));
  const said = new Map(
    objections.map(({ number, created_at, ...objection }) => [
      number,
      { ...objection, createdAt: created_at.toISOString() },
    ]),
  );
  return presentVersions(listing, rows)
    .filter(({ number }) => ofStaff.has(number))
    .map((version) => ({ ...version, objection: said.get(version.number) ?? null }));
}

/** Whether the staff made the change, while the account owned the listing. */
const isStaffChange = ({ kind, role, owner_id }: VersionRow, ownerId: number) =>
  (kind === 'edit' || kind === 'restore') && ROLES.some((staff) => staff === role) && owner_id === ownerId;

/**
 * Records that an owner objects to a change by the staff; doing so again changes nothing.
 * @throws {NotFound} when the listing is not the owner's, or there is no such change
 */
export function fileObjection(
  db: Kysely<DB>,
  { number, text, ...own }: OwnerListingId & { number: number; text: string },
): Promise<StaffChange[]> {
  return db.transaction().execute(async (trx) => {
    await findOwnerListingRow(trx, own);
    await requireStaffChange(trx, own, number);
    const { rows } = await sql<{ id: number }>`
      insert into listing_objections (listing_id, number, account_id, text)
      values (${own.id}, ${number}, ${own.ownerId}, ${text})
      on conflict (listing_id, number) do nothing returning id`.execute(trx);
    if (rows.length === 0 && !(await isOwn(trx, own, number)))
      throw new Conflict(t('Somebody objected to this change already.'));
    return listStaffChanges(trx, own);
  });
}

async function requireStaffChange(trx: Transaction<DB>, own: OwnerListingId, number: number) {
  const row = await versionsQuery(trx, own.id).where('number', '=', number).executeTakeFirst();
  if (!row || !isStaffChange(row, own.ownerId)) throw new NotFound(t('This change is no longer stored.'));
}

const isOwn = async (trx: Transaction<DB>, { id, ownerId }: OwnerListingId, number: number) =>
  (await trx
    .selectFrom('listing_objections')
    .select('id')
    .where('listing_id', '=', id)
    .where('number', '=', number)
    .where('account_id', '=', ownerId)
    .executeTakeFirst()) !== undefined;
