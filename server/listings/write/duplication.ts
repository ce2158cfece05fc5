import { sql, type Transaction } from 'kysely';
import { CONTENT_COLUMNS } from '#server/listings/fields.ts';
import { transition } from '#server/listings/lifecycle/transition.ts';
import { findOwnerListing, type OwnerListingId } from '#server/listings/read/owner-listings.ts';
import type { DB } from '#server/platform/db/schema.ts';
import {
  type CreatedListing,
  consumePosting,
  createFingerprint,
  findExisting,
  lockOwner,
  type PostingDeps,
  type PostResult,
} from './posting.ts';

const COPIED_COLUMNS = sql.raw(CONTENT_COLUMNS.join(', '));

/**
 * Copies a listing into a draft, without its pictures: a picture belongs to one listing. A repeated request returns the
 * first copy until that is edited.
 * @throws {NotFound} {Conflict} see `transition`
 * @throws {TooManyRequests} see `consumePosting`
 */
export function duplicate(
  { db, gazetteer, imageCopies, settings }: PostingDeps,
  own: OwnerListingId,
): Promise<PostResult> {
  return db.transaction().execute(async (trx) => {
    await lockOwner(trx, own.ownerId);
    const { version } = await transition(trx, 'duplicate', { id: own.id, by: own });
    const fingerprint = createFingerprint({ copyOf: own.id, version });
    const existing = await findExisting(trx, { ownerId: own.ownerId, fingerprint });
    const copy = existing ?? (await insertCopy(trx, own, fingerprint, { imageCopies, settings }));
    return { ad: await findOwnerListing(trx, gazetteer, { ...own, id: copy.id }), isNew: existing === undefined };
  });
}

async function insertCopy(
  trx: Transaction<DB>,
  { ownerId, id }: OwnerListingId,
  fingerprint: Buffer,
  { imageCopies, settings }: Pick<PostingDeps, 'imageCopies' | 'settings'>,
): Promise<CreatedListing> {
  await consumePosting(trx, settings, ownerId);
  const { rows } = await sql<CreatedListing & { hasImage: boolean }>`
    insert into listings (owner_id, status, fingerprint, ${COPIED_COLUMNS})
    select owner_id, 'draft', ${fingerprint}, ${COPIED_COLUMNS} from listings where id = ${id}
    returning id, status, image_url is not null as "hasImage"`.execute(trx);
  const [copy] = rows as [CreatedListing & { hasImage: boolean }];
  if (copy.hasImage) await imageCopies.queue(trx, { ownerId, id: copy.id });
  return copy;
}
