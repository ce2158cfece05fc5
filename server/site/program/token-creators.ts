import type { Kysely } from 'kysely';
import { createUnsubscribeToken } from '#server/accounts/mailings.ts';
import { createClaimToken } from '#server/claims/claims.ts';
import { createListingInvitationToken } from '#server/claims/invitations/send.ts';
import { createBusinessReplyToken, createConversationToken } from '#server/conversations/links/tokens.ts';
import { createRenewalToken } from '#server/listings/lifecycle/renewal-links.ts';
import { createStopToken } from '#server/payments/auto-renewals/links.ts';
import type { DB } from '#server/platform/db/schema.ts';
import type { TokenCreators } from '#server/platform/jobs/deferred-tokens.ts';
import { createEnteredCodeToken } from '#server/reviews/entered-code-links.ts';
import { createInvitationToken } from '#server/staff/invitation-email.ts';

/** The tokens of links in queued emails, which are created when an email is sent. */
export const createTokenCreators = (db: Kysely<DB>): TokenCreators => ({
  'business-reply': (id, email) => createBusinessReplyToken(db, id, email),
  claim: (id, email) => createClaimToken(db, id, email),
  // Of emails that were queued by an earlier release, whose link and address have one token.
  conversation: (id, email) => createConversationToken(db, null, id, email),
  'conversation-page': (id, email) => createConversationToken(db, 'page', id, email),
  'conversation-reply': (id, email) => createConversationToken(db, 'reply', id, email),
  'entered-code': (id) => createEnteredCodeToken(db, id),
  'listing-invitation': (id, email) => createListingInvitationToken(db, id, email),
  renewal: (id) => createRenewalToken(db, id),
  'staff-invitation': (id, email) => createInvitationToken(db, id, email),
  'one-click-unsubscribe': (id) => createUnsubscribeToken(db, id, { onlyUnsubscribes: true }),
  'stop-renewal': (id) => createStopToken(db, id),
  unsubscribe: (id) => createUnsubscribeToken(db, id),
});
