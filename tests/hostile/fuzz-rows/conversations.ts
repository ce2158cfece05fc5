import { createToken, hashToken } from '#server/platform/http/sessions.ts';
import { makeListing } from '#server/site/seed/factories.ts';
import {
  makeConversation,
  makeEnteredCode,
  makeQuoteRequest,
  makeReview,
} from '#tests/fixtures/conversation-factories.ts';
import type { FuzzAccounts } from './people.ts';
import type { TestApi } from './rows.ts';
import { toIds } from './to-ids.ts';

/** A code on a card of the listing that the owner may review; the examples of fields have it. */
const RECEIPT_CODE = 'ABCDE01234';

/** Conversations with the owner's listings in every state, quote requests, and reviews with what they are written for. */
export async function createConversations(api: TestApi, accounts: FuzzAccounts, [premiumId, ownId]: [number, number]) {
  const { db } = api;
  const { owner, other } = accounts;
  const held = { status: 'held' as const, held_for: ['link'] };
  const reported = { reported_by: 'customer' as const, reported_at: new Date(), report_text: 'Insults' };
  const conversations = [
    await makeConversation(db, { listing_id: ownId, first_answered_at: new Date() }),
    await makeConversation(db, { listing_id: premiumId, customer_id: other.id }),
    await makeConversation(db, { listing_id: ownId, ...held }),
    await makeConversation(db, { listing_id: ownId, ...reported }),
    await makeConversation(db, { listing_id: ownId, status: 'unconfirmed' }),
  ];
  const quotes = [
    await makeQuoteRequest(db, { listing_id: ownId, status: 'unconfirmed' }),
    await makeQuoteRequest(db, { listing_id: premiumId, customer_id: owner.id }),
  ];
  const reviews = [
    await makeReview(db, { listing_id: ownId }),
    await makeReview(db, { listing_id: premiumId, status: 'shown' }),
    await makeReview(db, { listing_id: ownId, status: 'shown', reported_at: new Date(), report_rule: 'insult' }),
  ];
  const tokens = await createLinks(api, [...toIds(conversations), ...quotes.map((quote) => quote.conversationId)]);
  return {
    ids: {
      conversations: toIds(conversations),
      quotes: toIds(quotes),
      reviews: toIds(reviews),
      ...{ held: [toIds(conversations)[2] ?? 0], reported: [toIds(conversations)[3] ?? 0] },
      unconfirmed: [toIds(conversations)[4] ?? 0],
      ...(await createVisits(api, accounts)),
    },
    tokens: { '/api/links': tokens },
    examples: [['/api/admin/conversations/', { reason: ['Insults', 'It asks for a password', ''] }]] as const,
  };
}

async function createLinks({ db }: TestApi, conversationIds: number[]): Promise<string[]> {
  const links = conversationIds.map((conversation_id) => ({ conversation_id, token: createToken() }));
  await db
    .insertInto('conversation_links')
    .values(
      links.map(({ conversation_id, token }) => ({
        ...{ conversation_id, side: 'customer' as const, token_hash: hashToken(token) },
      })),
    )
    .execute();
  return links.map(({ token }) => token);
}

/** What shows that the owner was a customer of another business, in another trade and place, and a review of that which is not shown. */
async function createVisits({ db }: TestApi, { owner, other }: FuzzAccounts) {
  const { id: listing_id } = await makeListing(db, {
    ...{ owner_id: other.id, category: 'restaurants', place: 'los-angeles', title: 'Harbor Lights Kitchen' },
  });
  const email = owner.email as string;
  const customer = { customer_id: owner.id, customer_email: email, customer_email_key: email.toLowerCase() };
  const answered = await makeConversation(db, { listing_id, ...customer, first_answered_at: new Date() });
  const holder = { account_id: owner.id, email, email_key: email.toLowerCase() };
  const enteredCode = await makeEnteredCode(db, { listing_id, ...holder });
  const batch = await db
    .insertInto('receipt_batches')
    .values({ listing_id, count: 20, expires_at: new Date(Date.now() + 86_400_000) })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('receipt_codes')
    .values({ code_hash: hashToken(RECEIPT_CODE), batch_id: batch.id })
    .execute();
  const withheld = { status: 'withheld', withheld_rule: 'insult', withheld_reason: 'It calls somebody names' } as const;
  await makeReview(db, { listing_id, email_key: email.toLowerCase(), author_id: owner.id, ...withheld });
  return { visited: [listing_id], answered: [answered.id], enteredCodes: [enteredCode.id] };
}
