import { type Selectable, sql, type Transaction } from 'kysely';
import { defineMessage } from '#contract/i18n/t.ts';
import type { NoticeDeps } from '#server/listings/lifecycle/notices.ts';
import { TRANSITIONS } from '#server/listings/lifecycle/states.ts';
import { transition } from '#server/listings/lifecycle/transition.ts';
import type { ImageCopies } from '#server/listings/write/image-copies.ts';
import { writeAndInvalidate } from '#server/listings/write/write-and-invalidate.ts';
import type { DB, Listings } from '#server/platform/db/schema.ts';
import { Conflict } from '#server/platform/http/errors.ts';
import { type Recipient, toRecipient } from '#server/platform/mail/write-email.ts';
import { storeBeforeOwner } from './before-owner.ts';
import { isUndecided } from './claims.ts';
import { removeDecidedDocuments } from './documents.ts';

/** The dependencies of a change of the owner. */
export interface OwnershipDeps extends NoticeDeps {
  imageCopies: Pick<ImageCopies, 'queue'>;
}

/** Why a claim of a listing that has an owner is declined. */
export const ALREADY_OWNED = defineMessage('Another account has verified that it owns this business.');

/**
 * Makes an account the owner of a listing that has none, and decides all open claims of it: the account's own is approved, others are
 * declined. Call it with the account and the listing locked.
 * @param by the member of the staff who decides; null if a link proved it
 * @returns those whose claims were declined, if they have addresses
 * @throws {Conflict} when the status of the listing does not allow it
 */
export async function assignOwner(
  trx: Transaction<DB>,
  { imageCopies }: OwnershipDeps,
  { listingId, accountId, by }: { listingId: number; accountId: number; by: number | null },
): Promise<Recipient[]> {
  await storeBeforeOwner(trx, listingId);
  const listing = await transition(trx, 'claim', {
    id: listingId,
    by: 'program',
    set: {
      owner_id: accountId,
      post_key: null,
      // What the staff said of a listing that it posted, the owner says from now on.
      facts: sql`case when origin = 'staff' then '{}' else facts end`,
      updated_at: sql`now()`,
    },
  });
  await movePictures(trx, imageCopies, accountId, [listing]);
  const isOwn = sql<boolean>`claims.account_id = ${accountId}`;
  const decided = await trx
    .updateTable('claims')
    .from('accounts')
    .set({
      status: sql<'approved' | 'declined'>`case when ${isOwn} then 'approved' else 'declined' end`,
      reason: sql<string | null>`case when ${isOwn} then null else ${ALREADY_OWNED} end`,
      decided_by: by,
      decided_at: sql<Date>`now()`,
    })
    .where('listing_id', '=', listingId)
    .where(isUndecided)
    .whereRef('accounts.id', '=', 'claims.account_id')
    .returning(['accounts.email', 'accounts.language', isOwn.as('isOwn')])
    .execute();
  await removeDecidedDocuments(trx, listingId);
  await trx.deleteFrom('listing_invitations').where('listing_id', '=', listingId).execute();
  return decided.flatMap(({ isOwn, ...account }) => (isOwn ? [] : (toRecipient(account) ?? [])));
}

/**
 * Makes an account the owner of one or all listings of another one: of all those whose status allows it. Pictures, metrics, saves,
 * reports and the paid term go with a listing, because they belong to it; payments, receipts and credits stay with who paid. Who helped
 * with it, and who was invited to, does not any more, and it is no branch of the former owner's business. Call it with both accounts locked.
 * @param listingId null for all
 * @returns the ids of the listings
 * @throws {Conflict} when there is none that can be handed over
 */
export async function handOver(
  trx: Transaction<DB>,
  { imageCopies }: OwnershipDeps,
  { ownerId, listingId, accountId }: { ownerId: number; listingId: number | null; accountId: number },
): Promise<number[]> {
  const rows = await writeAndInvalidate(
    trx,
    trx
      .updateTable('listings')
      .set({
        owner_id: accountId,
        // They recognize forms that the former owner sent twice.
        post_key: null,
        fingerprint: null,
        updated_at: sql`now()`,
      })
      .where('owner_id', '=', ownerId)
      .$if(listingId !== null, (update) => update.where('id', '=', listingId))
      .where('status', 'in', TRANSITIONS.transfer.from)
      .returningAll(),
  );
  if (rows.length === 0) throw new Conflict(TRANSITIONS.transfer.refusal);
  const ids = rows.map(({ id }) => id);
  await movePictures(trx, imageCopies, accountId, rows);
  await trx.deleteFrom('listing_members').where('owner_id', '=', ownerId).where('listing_id', 'in', ids).execute();
  await trx.deleteFrom('listing_invitations').where('owner_id', '=', ownerId).where('listing_id', 'in', ids).execute();
  await trx.deleteFrom('organization_branches').where('listing_id', 'in', ids).execute();
  return ids;
}

/** Pictures belong to the owner of their listing. One that is being copied for the former owner is copied anew. */
async function movePictures(
  trx: Transaction<DB>,
  imageCopies: OwnershipDeps['imageCopies'],
  ownerId: number,
  listings: Selectable<Listings>[],
) {
  const ids = listings.map(({ id }) => id);
  await trx.updateTable('photos').set({ owner_id: ownerId }).where('listing_id', 'in', ids).execute();
  for (const { id, image_url, image_copy, image_refused } of listings)
    if (image_url !== null && image_copy === null && !image_refused) await imageCopies.queue(trx, { id, ownerId });
}
