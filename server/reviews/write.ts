import { type Kysely, sql, type Transaction, type UpdateObject } from 'kysely';
import { t, translateDefined } from '#contract/i18n/t.ts';
import type { OwnReview, ReviewInput } from '#contract/reviews/reviews.ts';
import { refuseReservedNames } from '#server/accounts/names/reserved-names.ts';
import { listingKey } from '#server/listings/read/list.ts';
import { invalidate } from '#server/platform/db/invalidate.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { Conflict, Invalid } from '#server/platform/http/errors.ts';
import { toMailbox } from '#server/platform/mail/mailbox.ts';
import { requireAuthor, type Target } from './author.ts';
import { findFakeSigns } from './fake-signs.ts';
import { findReview, hasReviewOfMailbox, REVIEWED_BEFORE } from './once-a-year.ts';
import { isAppealOpen, needsDocument, presentOwnReview } from './own-review.ts';
import { attachReviewPictures, releasePictures } from './pictures.ts';
import { type ReviewDeps, toReleaseAt } from './publish.ts';
import type { ReviewContent, StoredReview } from './stored-review.ts';
import { hashText } from './text-hashes.ts';
import { consumeCode } from './unused-codes.ts';

/** From where a review is written. */
interface Origin {
  /** The network, a /24 or /48; null if it is unknown. */
  network: string | null;
  device: Buffer | null;
}

/**
 * Writes the review of a business by somebody with a reason to know it, or changes the one that the same person wrote within twelve
 * months. Without signs of a fake it is shown after twelve hours, else when a person has read it; so is a change, and a review that
 * is shown stays until then. A receipt code is used by a new review.
 * @throws {NotFound} {Unauthorized} see `requireAuthor`
 * @throws {Conflict} when they may not write one (`Author.refusal`), while an appeal is open, and for the key of another review
 * @throws {Invalid} for a name of who runs the site, without a document where one is needed, and for pictures that cannot be used
 */
export async function writeReview(
  db: Kysely<DB>,
  target: Target,
  input: ReviewInput,
  { network, device }: Origin,
  { settings, site }: Pick<ReviewDeps, 'settings' | 'site'>,
): Promise<OwnReview> {
  await db.transaction().execute(async (trx) => {
    const { listingId, emailKey, email, accountId, codeHash, refusal } = await requireAuthor(trx, target);
    if (refusal !== undefined || listingId === null || emailKey === null) throw new Conflict(refusal ?? '');
    await refuseReservedNames(trx, site, [{ name: input.name, path: 'name', accountId, isPerson: true }]);
    // Serializes two reviews of one person.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`review ${listingId} ${toMailbox(emailKey)}`}, 0))`.execute(
      trx,
    );
    if (await hasReviewOfMailbox(trx, listingId, emailKey)) throw new Conflict(translateDefined(REVIEWED_BEFORE));
    const earlier = await findReview(trx, listingId, emailKey);
    if (earlier?.request_key === input.key) return;
    await requireUnusedKey(trx, input.key);
    if (earlier && isAppealOpen(earlier)) throw new Conflict(t('We’re answering your appeal first.'));
    const content = toContent(input);
    const { stars, body: text } = content;
    const signs = await findFakeSigns(trx, { listingId, emailKey, stars, text, network, device }, settings);
    const document = needsDocument(target, earlier) ? requireDocument(input) : (earlier?.document ?? null);
    // Somebody looks at a document, and at what takes the place of a review that was withheld.
    const isRead = document !== null || earlier?.status === 'withheld';
    const waiting = {
      network,
      device,
      fake_signs: signs,
      request_key: input.key,
      waiting_since: sql<Date>`now()`,
      document,
      release_at: isRead ? null : toReleaseAt(signs),
    };
    const names = [...content.pictures, ...(document === null ? [] : [document])];
    if (!earlier) {
      if (codeHash !== null) await consumeCode(trx, target.id, codeHash);
      const { id } = await trx
        .insertInto('reviews')
        .values({
          listing_id: listingId,
          author_id: accountId,
          email_key: emailKey,
          mailbox: toMailbox(emailKey),
          author_email: email,
          proof: target.proof,
          ...PROOF_COLUMNS[target.proof](target.id),
          ...content,
          ...waiting,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      return attachReviewPictures(trx, id, names);
    }
    await attachReviewPictures(trx, earlier.id, names);
    if (earlier.status === 'shown') {
      await trx
        .updateTable('reviews')
        .set({ ...waiting, pending_change: JSON.stringify(content) })
        .where('id', '=', earlier.id)
        .execute();
    } else await replace(trx, earlier, { ...content, ...waiting });
    await releasePictures(trx, [earlier.id]);
  });
  return presentOwnReview(db, target);
}

async function requireUnusedKey(trx: Transaction<DB>, key: string): Promise<void> {
  // Two reviews with one key, sent at the same time, are written one after the other.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`review key ${key}`}, 0))`.execute(trx);
  const used = await trx.selectFrom('reviews').select('id').where('request_key', '=', key).executeTakeFirst();
  if (used) throw new Conflict(t('This form was sent for another review. Reload the page and try again.'));
}

const toContent = ({ stars, text, name, visitedMonth, purchased, language, pictures }: ReviewInput): ReviewContent => ({
  stars,
  body: text,
  text_hashes: hashText(text),
  author_name: name,
  visited_month: visitedMonth,
  purchased: purchased || null,
  language,
  pictures,
});

const PROOF_COLUMNS = {
  conversation: (id: number) => ({ conversation_id: id }),
  receipt: (id: number) => ({ entered_code_id: id }),
  document: () => ({}),
};

function requireDocument({ document }: ReviewInput): string {
  if (document !== undefined) return document;
  const message = t('Add a picture of a receipt or an invoice.');
  throw new Invalid(message, [{ path: 'document', message }]);
}

/** Replaces a review that visitors do not see, and keeps what it was. */
async function replace(
  trx: Transaction<DB>,
  { id, stars, body, listing_id }: StoredReview,
  columns: UpdateObject<DB, 'reviews'>,
): Promise<void> {
  await trx.insertInto('review_versions').values({ review_id: id, stars, body }).execute();
  await trx
    .updateTable('reviews')
    .set({
      ...columns,
      status: 'waiting',
      edited_at: sql`now()`,
      withheld_rule: null,
      withheld_reason: null,
      appealed_at: null,
      appeal_text: null,
      appeal_decided_at: null,
    })
    .where('id', '=', id)
    .execute();
  // The page of the listing shows how many reviews are withheld.
  await invalidate(trx, [listingKey({ id: listing_id })]);
}
