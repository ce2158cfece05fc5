import { randomUUID } from 'node:crypto';
import type { MailingKind } from '#contract/mailings.ts';
import { createEmailToken } from '#server/accounts/email-address/email-tokens.ts';
import { createUnsubscribeToken, markMailingsSent } from '#server/accounts/mailings.ts';
import { createToken, hashToken } from '#server/http/sessions.ts';
import { describeChange } from '#server/listings/versions/describe-change.ts';
import {
  makeConversation,
  makeEnteredCode,
  makeQuoteRequest,
  makeReview,
} from '#server/seed/conversation-factories.ts';
import {
  makeAccount,
  makeListing,
  makeMessage,
  makePhoto,
  makeSavedSearch,
  makeSession,
  makeStaff,
  makeStaffInvitation,
} from '#server/seed/factories.ts';
import { makeDailyMetrics } from '#server/seed/metrics-factories.ts';
import { makeClaim, makeListingInvitation } from '#server/seed/ownership-factories.ts';
import type { createTestApi } from '../support/api.ts';
import { createPayments } from './fuzz-payments.ts';

export type TestApi = Awaited<ReturnType<typeof createTestApi>>;

/** Enough for a few listings: each picture belongs to one. */
const PHOTOS = 12;

/** Creates accounts, and rows of every kind that requests refer to. */
export async function createFuzzRows(api: TestApi) {
  const { db } = api;
  const owner = await makeAccount(db, {
    email_confirmed_at: new Date(),
    pending_email: `${randomUUID()}@mail.example`,
  });
  const other = await makeAccount(db, { email_confirmed_at: new Date() });
  const suspended = await makeAccount(db, {
    is_active: false,
    suspended_at: new Date(),
    suspension_reason: 'Spam',
  });
  const administrator = await makeAccount(db, { id: 1, username: 'admin', email: null, business_name: null });
  const own = { owner_id: owner.id, email: 'hello@golden-hour.example' };
  const listings = [
    await makeListing(db, own),
    await makeListing(db, { ...own, title: 'Golden Hour Drains' }),
    await makeListing(db, { ...own, status: 'draft' }),
    await makeListing(db, { ...own, status: 'paused' }),
    await makeListing(db, { ...own, status: 'waiting' }),
    await makeListing(db, { ...own, status: 'deleted' }),
    await makeListing(db, { ...own, expires_at: new Date(Date.now() + 86_400_000) }),
    await makeListing(db, { owner_id: other.id, status: 'hidden' }),
    await makeListing(db, { owner_id: other.id }),
    await makeListing(db, { origin: 'open-data', website: 'https://golden-hour.example/' }),
    await makeListing(db, { origin: 'open-data' }),
    await makeListing(db, { origin: 'open-data' }),
  ].map(({ id }) => id);
  const [premiumId = 0, ownId = 0] = listings;
  const unclaimed = listings.slice(-3);
  const photos = await Promise.all(Array.from({ length: PHOTOS }, () => makePhoto(db, owner.id)));
  photos.push(await makePhoto(db, other.id));
  const claims = [
    await makeClaim(db, { account_id: owner.id, listing_id: unclaimed[0] as number }),
    await makeClaim(db, { account_id: other.id, listing_id: unclaimed[1] as number, status: 'waiting' }),
  ];
  const reports = await db
    .insertInto('reports')
    .values([
      { listing_id: ownId, reason: 'closed' },
      { listing_id: premiumId, reason: 'other', text: 'Wrong phone' },
    ])
    .returning('id')
    .execute();
  const suggestedEdits = await db
    .insertInto('suggested_edits')
    .values([
      { listing_id: ownId, kind: 'phone', value: '(949) 555-0123' },
      { listing_id: premiumId, kind: 'closed' },
    ])
    .returning('id')
    .execute();
  const [, second, third] = unclaimed as [number, number, number];
  const matches = await db
    .insertInto('doubtful_pairs')
    .values([
      { listing_id: second, other_id: third, score: 5 },
      { listing_id: ownId, other_id: second, score: 4, verdict: 'different', decided_at: new Date() },
    ])
    .returning('id')
    .execute();
  await db.transaction().execute(async (trx) => {
    await describeChange(trx, { kind: 'edit', accountId: administrator.id, role: 'administrator', reason: 'Wrong' });
    await trx.updateTable('listings').set({ phone: '(949) 555-0177' }).where('id', 'in', [ownId, premiumId]).execute();
  });
  const objections = await db
    .insertInto('listing_objections')
    .values([
      { listing_id: ownId, number: 1, account_id: owner.id, text: 'It is our number' },
      { listing_id: premiumId, number: 9, account_id: owner.id },
    ])
    .returning('id')
    .execute();
  const imports = await db
    .insertInto('imports')
    .values([
      { file: 'places.csv', fingerprint: Buffer.alloc(32, 1), state: 'finished' },
      { file: 'cut-off.csv', fingerprint: Buffer.alloc(32, 2) },
    ])
    .returning('id')
    .execute();
  const uploads = await db
    .insertInto('import_uploads')
    .values([
      { file: 'places.csv', key: randomUUID().replaceAll('-', ''), size: 9, state: 'ready' },
      { file: 'cut-off.csv', key: randomUUID().replaceAll('-', ''), size: 9, state: 'importing' },
      { file: 'new.csv', key: randomUUID().replaceAll('-', ''), size: 9 },
    ])
    .returning('id')
    .execute();
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
  const enteredCodes = [
    await makeEnteredCode(db, { listing_id: ownId }),
    await makeEnteredCode(db, { listing_id: premiumId, account_id: owner.id }),
  ];
  const linked = [...toIds(conversations), ...quotes.map(({ conversationId }) => conversationId)];
  const conversationTokens = linked.map(() => createToken());
  await db
    .insertInto('conversation_links')
    .values(
      linked.map((id, index) => ({
        conversation_id: id,
        side: 'customer' as const,
        token_hash: hashToken(conversationTokens[index] as string),
      })),
    )
    .execute();
  const messages = [
    await makeMessage(db, { account_id: owner.id }),
    await makeMessage(db, { status: 'spam', spam_at: new Date() }),
    await makeMessage(db),
  ];
  const searches = [
    await makeSavedSearch(db, { account_id: owner.id }),
    await makeSavedSearch(db, { account_id: other.id }),
  ];
  await makeDailyMetrics(db, premiumId, '2026-03-08', { views: 12, hour: { '9': 12 } });
  const { payments, intents } = await createPayments(api, owner.id, premiumId);
  const token = (kind: 'reset-password' | 'confirm-email') =>
    db.transaction().execute((trx) => createEmailToken(trx, { accountId: owner.id, kind, email: owner.email ?? '' }));
  const mailingToken = async (kind: MailingKind) => {
    const mailing = { kind, day: '2026-03-08', accountIds: [owner.id] };
    const ids = await db.transaction().execute((trx) => markMailingsSent(trx, mailing));
    return createUnsubscribeToken(db, ids.get(owner.id) as number);
  };
  const passkeys = await db
    .insertInto('passkeys')
    .values({
      account_id: other.id,
      credential_id: Buffer.from('passkey'),
      public_key: Buffer.from('key'),
      counter: 0,
      name: 'Phone',
    })
    .returning('id')
    .execute();
  const bulkActions = await db
    .insertInto('bulk_actions')
    .values({ kind: 'hide', account_id: administrator.id, chosen: 1, reason: 'Spam' })
    .returning('id')
    .execute();
  const change = { action_id: bulkActions[0]?.id as number, listing_id: ownId, before: '{}', after: '{}' };
  await db.insertInto('bulk_changes').values(change).execute();
  const views = await db
    .insertInto('listing_views')
    .values({ account_id: administrator.id, name: 'Drafts', filter: 'state=draft', columns: ['State'] })
    .returning('id')
    .execute();
  const members = [await makeStaff(db, 'moderator'), await makeStaff(db, 'administrator')];
  const invitations = [
    await makeStaffInvitation(db, `${randomUUID()}@mail.example`),
    await makeStaffInvitation(db, `${randomUUID()}@mail.example`, { role: 'editor' }),
    await makeStaffInvitation(db, other.email ?? '', { expires_at: new Date(Date.now() - 60_000) }),
  ];
  const offers = [
    await makeListingInvitation(db, { recipient: owner.username, invited_by: other.id }),
    await makeListingInvitation(db, { recipient: other.username, invited_by: owner.id, role: 'owner' }),
  ];
  const pending = createToken();
  const expires_at = new Date(Date.now() + 5 * 60_000);
  await db
    .insertInto('pending_sign_ins')
    .values({ account_id: other.id, token_hash: hashToken(pending), expires_at })
    .execute();
  return {
    owner,
    administrator,
    intents,
    tokens: {
      '/api/login': [pending],
      '/api/password-resets': [await token('reset-password'), await token('reset-password')],
      '/api/email-confirmations': [await token('confirm-email')],
      '/api/invitations': offers.map(({ token }) => token),
      '/api/staff-invitations': invitations.map(({ token }) => token),
      '/api/claims': [claims[0]?.token],
      '/api/conversations': conversationTokens,
      '/api/unsubscribe': [await mailingToken('weekly-summary'), searches[0]?.token],
      '/api/confirm-listings': [await mailingToken('accuracy-check')],
    },
    ids: {
      accounts: [owner.id, administrator.id, suspended.id, other.id],
      listings,
      staff: toIds(members),
      invitations: toIds(invitations),
      photos: toIds(photos),
      claims: toIds(claims),
      reports: toIds(reports),
      suggestedEdits: toIds(suggestedEdits),
      matches: toIds(matches),
      objections: toIds(objections),
      imports: toIds(imports),
      uploads: toIds(uploads),
      messages: toIds(messages),
      conversations: toIds(conversations),
      quotes: toIds(quotes),
      reviews: toIds(reviews),
      enteredCodes: toIds(enteredCodes),
      searches: toIds(searches),
      passkeys: toIds(passkeys),
      bulkActions: toIds(bulkActions),
      views: toIds(views),
      sessions: toIds([await makeSession(db, owner.id), await makeSession(db, other.id)]),
      payments,
    },
  };
}

const toIds = (rows: { id: number }[]) => rows.map(({ id }) => id);
