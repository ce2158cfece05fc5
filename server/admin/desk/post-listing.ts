import { sql, type Transaction } from 'kysely';
import { FACT_NAMES } from '#contract/fact-sources.ts';
import { t } from '#contract/i18n/t.ts';
import type { ListingFields } from '#contract/listing-form.ts';
import { recordAuditEvent } from '#server/accounts/audit-log.ts';
import { toColumns } from '#server/listings/fields.ts';
import { setPictures } from '#server/listings/write/listing-pictures.ts';
import { consumePosting, createFingerprint, lockOwner, type PostingDeps } from '#server/listings/write/posting.ts';
import { writeAndInvalidate } from '#server/listings/write/write-and-invalidate.ts';
import { invalidate } from '#server/platform/db/invalidate.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { Conflict } from '#server/platform/http/errors.ts';
import { FIRST_ACCOUNT_ID } from '#server/platform/http/staff-role.ts';
import { SEARCH_KEY } from '#server/search/cache-for-seconds.ts';

/** A listing that the staff posts, and why. */
interface StaffPosting {
  fields: ListingFields;
  reason: string;
  /** The account of the member of the staff. */
  by: number;
  /** The `Idempotency-Key` of the form. */
  idempotencyKey?: string;
}

/**
 * Posts a free listing on behalf of a business. Like an imported one it belongs to nobody, is public at once, and has no end; no import
 * overrules what it says, and it can be claimed, or given to an owner. The same form sent twice makes one listing.
 * @returns the number of the listing
 * @throws {Invalid} see `toColumns` and `attachPhotos`
 * @throws {Conflict} when the key was used with another form
 * @throws {TooManyRequests} see `consumePosting`
 */
export function postForBusiness(
  { db, gazetteer, settings }: PostingDeps,
  { fields, reason, by, idempotencyKey }: StaffPosting,
): Promise<number> {
  const columns = toColumns(gazetteer, fields);
  const { logo, photos } = fields;
  const fingerprint = createFingerprint({ columns, logo, photos });
  return db.transaction().execute(async (trx) => {
    // One after the other, so that the second request of a form finds the listing of the first.
    await lockOwner(trx, by);
    const existing = await findPosted(trx, { idempotencyKey, fingerprint });
    if (existing !== undefined) return existing;
    await consumePosting(trx, settings, by);
    const said = { by: 'administrator', date: new Date().toISOString().slice(0, 7) };
    const [row] = await writeAndInvalidate(
      trx,
      trx
        .insertInto('listings')
        .values({
          ...columns,
          origin: 'staff',
          status: 'active',
          post_key: idempotencyKey,
          fingerprint,
          facts: JSON.stringify(Object.fromEntries(FACT_NAMES.map((name) => [name, said]))),
        })
        .returningAll(),
    );
    const id = row?.id as number;
    // A picture has an owner. Account 1 stands for the site, because it cannot be deleted.
    if (logo || photos.length > 0) await setPictures(trx, { id, ownerId: FIRST_ACCOUNT_ID, uploaderId: by }, fields);
    await invalidate(trx, [SEARCH_KEY]);
    await recordAuditEvent(trx, {
      kind: 'listing-posted',
      accountId: null,
      username: null,
      actorId: by,
      reason,
      listingId: id,
      after: { status: 'active', owner: null },
    });
    return id;
  });
}

async function findPosted(
  trx: Transaction<DB>,
  { idempotencyKey, fingerprint }: { idempotencyKey?: string; fingerprint: Buffer },
): Promise<number | undefined> {
  if (idempotencyKey === undefined) return undefined;
  const row = await trx
    .selectFrom('listings')
    .select(['id', sql<boolean>`fingerprint is distinct from ${fingerprint}`.as('isAnother')])
    .where('origin', '=', sql.lit('staff'))
    .where('post_key', '=', idempotencyKey)
    .executeTakeFirst();
  if (row?.isAnother) throw new Conflict(t('This Idempotency-Key was already used for another listing.'));
  return row?.id;
}
