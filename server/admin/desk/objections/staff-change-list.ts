import { type Kysely, sql, type Transaction } from 'kysely';
import { HIDING_NUMBER, type StaffChange } from '#contract/admin/objections.ts';
import { ROLES } from '#contract/admin/roles.ts';
import { t } from '#contract/i18n/t.ts';
import { findOwnerListingRow, type OwnerListingId } from '#server/listings/read/owner-listings.ts';
import { toShownReason } from '#server/listings/versions/composed-reasons.ts';
import { presentVersions, type VersionRow, versionsQuery } from '#server/listings/versions/versions.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { Conflict, NotFound } from '#server/platform/http/errors.ts';
import { findHidingEvents } from '#server/reports/hiding/hidden-by.ts';

/**
 * The changes of an owner's listing by the staff, newest first, after its hiding, with what the owner said against them.
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
  const byNumber = new Map(
    objections.map(({ number, created_at, answer, ...objection }) => [
      number,
      { ...objection, answer: answer && toShownReason(answer), createdAt: created_at.toISOString() },
    ]),
  );
  const changes = presentVersions(listing, rows).filter(({ number }) => ofStaff.has(number));
  const hiding = await findHiding(db, listing, byNumber.has(HIDING_NUMBER));
  return [...(hiding ? [hiding] : []), ...changes].map((change) => ({
    ...change,
    objection: byNumber.get(change.number) ?? null,
  }));
}

/** The hiding of a listing as a change of no field: while it lasts, and after it where the owner objected. */
async function findHiding(
  db: Kysely<DB>,
  {
    id,
    status,
    hidden_at,
    hidden_reason,
  }: { id: number; status: string; hidden_at: Date | null; hidden_reason: string | null },
  wasObjected: boolean,
): Promise<Omit<StaffChange, 'objection'> | undefined> {
  const isHidden = status === 'hidden' && hidden_at !== null;
  const event = isHidden
    ? { at: hidden_at, reason: hidden_reason }
    : wasObjected && (await findHidingEvents(db, [id])).get(id);
  if (!event) return;
  const reason = event.reason && toShownReason(event.reason);
  return { number: HIDING_NUMBER, at: event.at.toISOString(), reason, before: {}, after: {} };
}

/** Whether the staff made the change, while the account owned the listing. */
const isStaffChange = ({ kind, role, owner_id }: VersionRow, ownerId: number) =>
  (kind === 'edit' || kind === 'restore') && ROLES.some((staff) => staff === role) && owner_id === ownerId;

/**
 * Records that an owner objects to a change by the staff, or to the hiding of the listing; doing so again changes nothing while it waits.
 * Only a decided objection to a hiding gives way to another one, because the owner may have mended the listing since.
 * @throws {NotFound} when the listing is not the owner's, or there is no such change
 */
export function fileObjection(
  db: Kysely<DB>,
  { number, text, ...own }: OwnerListingId & { number: number; text: string },
): Promise<StaffChange[]> {
  return db.transaction().execute(async (trx) => {
    const listing = await findOwnerListingRow(trx, own);
    if (number !== HIDING_NUMBER) await requireStaffChange(trx, own, number);
    else if (listing.status !== 'hidden') throw new Conflict(t('Your listing isn’t hidden.'));
    else await deleteDecided(trx, own.id);
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

const deleteDecided = (trx: Transaction<DB>, id: number) =>
  trx
    .deleteFrom('listing_objections')
    .where('listing_id', '=', id)
    .where('number', '=', HIDING_NUMBER)
    .where('decided_at', 'is not', null)
    .execute();

const isOwn = async (trx: Transaction<DB>, { id, ownerId }: OwnerListingId, number: number) =>
  (await trx
    .selectFrom('listing_objections')
    .select('id')
    .where('listing_id', '=', id)
    .where('number', '=', number)
    .where('account_id', '=', ownerId)
    .executeTakeFirst()) !== undefined;
