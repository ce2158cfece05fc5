import { type Kysely, sql } from 'kysely';
import { conversationSchema } from '#contract/conversations/conversations.ts';
import { ownerListingSchema } from '#contract/owner-listings.ts';
import type { WebhookType } from '#contract/ownership/webhooks.ts';
import { paymentSchema } from '#contract/payments.ts';
import { reviewSchema } from '#contract/reviews/reviews.ts';
import { presentConversation } from '#server/conversations/presenter.ts';
import { findOwnerListingRow, presentOwnerListing } from '#server/listings/read/owner-listings.ts';
import { findAccountPayment } from '#server/payments/read/account-payments.ts';
import type { Gazetteer } from '#server/places/gazetteer.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { NotFound } from '#server/platform/http/errors.ts';
import type { PaymentProvider } from '#server/platform/stripe/payment-provider.ts';
import { presentReview } from '#server/reviews/list.ts';
import { findReviewPictures } from '#server/reviews/pictures.ts';

/** What payloads are written with. */
export interface PayloadDeps {
  db: Kysely<DB>;
  cards: PaymentProvider;
  gazetteer: Gazetteer;
  site: { origin: string };
}

/** An event of the outbox. */
export interface RecordedEvent {
  type: WebhookType;
  accountId: number;
  listingId: number | null;
  subjectId: number | null;
  occurredAt: Date;
}

/**
 * What is sent of an event: its type, time, and what the API shows the account of its subject now. Of what was deleted meanwhile only the
 * ids are left.
 */
export async function writePayload(deps: PayloadDeps, event: RecordedEvent): Promise<string> {
  const data = await present(deps, event).catch((error) => {
    if (!(error instanceof NotFound)) throw error;
    return { listing: toListingRef(deps, event.listingId), id: event.subjectId, deleted: true };
  });
  return JSON.stringify({ type: event.type, timestamp: event.occurredAt.toISOString(), data });
}

function present(deps: PayloadDeps, event: RecordedEvent): Promise<object> {
  const [noun] = event.type.split('.');
  if (noun === 'listing') return presentListingEvent(deps, event);
  if (noun === 'lead') return presentLead(deps, event);
  if (noun === 'review') return presentReviewEvent(deps, event);
  if (noun === 'payment') return presentPayment(deps, event);
  return Promise.resolve({});
}

// The views of each day are no change of a listing.
const listingEventSchema = ownerListingSchema.omit({ recentViews: true });

const toListingRef = ({ site }: PayloadDeps, id: number | null) =>
  id === null ? null : { id, url: `${site.origin}/ads/${id}` };

async function presentListingEvent(deps: PayloadDeps, { accountId, listingId }: RecordedEvent) {
  const own = { ownerId: accountId, id: listingId ?? 0 };
  const row = await findOwnerListingRow(deps.db, own);
  const listing = listingEventSchema.parse(presentOwnerListing(row, deps.gazetteer));
  const { hours, special_hours: specialHours } = row;
  return { listing: { ...listing, hours, specialHours, ...toListingRef(deps, listing.id) } };
}

/** `subjectId` is a conversation that began, or a later message of one. */
async function presentLead(deps: PayloadDeps, { type, accountId, listingId, subjectId }: RecordedEvent) {
  const id = type === 'lead.created' ? subjectId : await findConversationOf(deps.db, subjectId);
  const presented = await presentConversation(deps.db, id ?? 0, { accountId });
  const { messages, ...conversation } = conversationSchema.parse(presented);
  const message = type === 'lead.created' ? messages[0] : messages.find((one) => one.id === subjectId);
  const url = `${deps.site.origin}/conversations/${id}`;
  return { listing: toListingRef(deps, listingId), conversation: { ...conversation, url }, message: message ?? null };
}

async function findConversationOf(db: Kysely<DB>, messageId: number | null): Promise<number> {
  const row = await db.selectFrom('messages').select('conversation_id').where('id', '=', messageId).executeTakeFirst();
  if (!row) throw new NotFound('The message was deleted');
  return row.conversation_id;
}

async function presentReviewEvent(deps: PayloadDeps, { accountId, listingId, subjectId }: RecordedEvent) {
  const row = await deps.db
    .selectFrom('reviews as r')
    .selectAll('r')
    .where('r.id', '=', subjectId)
    .where('r.status', '=', 'shown')
    .where(sql<boolean>`exists (select from listings l where l.id = r.listing_id and l.owner_id = ${accountId})`)
    .executeTakeFirst();
  if (!row) throw new NotFound('The review was deleted');
  const review = reviewSchema.parse(presentReview(row, await findReviewPictures(deps.db, row.pictures)));
  return { listing: toListingRef(deps, listingId), review };
}

async function presentPayment(deps: PayloadDeps, { accountId, listingId, subjectId }: RecordedEvent) {
  const payment = paymentSchema.parse(await findAccountPayment(deps.db, deps, accountId, subjectId ?? 0));
  return { listing: toListingRef(deps, listingId), payment };
}
