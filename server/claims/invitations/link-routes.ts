import type { Kysely } from 'kysely';
import { messageResponseSchema } from '#contract/accounts.ts';
import { t } from '#contract/i18n/t.ts';
import {
  acceptedInvitationSchema,
  foundListingInvitationSchema,
  listingInvitationTokenSchema,
} from '#contract/ownership/invitations.ts';
import { errorResponses } from '#server/accounts/error-responses.ts';
import type { OwnershipDeps } from '#server/claims/ownership.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { consumeAddressRateLimit } from '#server/platform/http/address-rate-limit.ts';
import type { Api } from '#server/platform/http/api.ts';
import { getClientAddress } from '#server/platform/http/client-address.ts';
import type { RateLimit } from '#server/platform/http/rate-limit.ts';
import { requireSignedIn, requireUser } from '#server/platform/http/sessions.ts';
import { acceptInvitation, declineInvitation } from './acceptance.ts';
import { findInvitation } from './presenter.ts';

const tags = ['People'];

// Tokens have 256 bits, so this only limits the load.
const LINK_RATE_LIMIT: RateLimit = { limit: 60, windowSeconds: 60 * 60 };

/** What the page behind the link of an invitation does. */
export function invitationLinkRoutes(api: Api, { db, ...deps }: OwnershipDeps & { db: Kysely<DB> }) {
  api.post(
    '/api/invitations/find',
    {
      schema: {
        tags,
        summary: 'What an invitation of an owner is for, by the token of its link',
        body: listingInvitationTokenSchema,
        response: { 200: foundListingInvitationSchema, ...errorResponses },
      },
    },
    async (request) => {
      await consumeAddressRateLimit(db, 'link', getClientAddress(request), LINK_RATE_LIMIT);
      return findInvitation(db, request.body.token);
    },
  );

  api.post(
    '/api/invitations/accept',
    {
      onRequest: requireSignedIn,
      schema: {
        tags,
        summary: 'Accept an invitation of an owner with the account that was invited',
        body: listingInvitationTokenSchema,
        response: { 200: acceptedInvitationSchema, ...errorResponses },
      },
    },
    async (request) => {
      await consumeAddressRateLimit(db, 'link', getClientAddress(request), LINK_RATE_LIMIT);
      const { accountId } = requireUser(request);
      return acceptInvitation(db, { accountId, token: request.body.token }, deps);
    },
  );

  api.post(
    '/api/invitations/decline',
    {
      schema: {
        tags,
        summary: 'Decline an invitation of an owner, by the token of its link',
        body: listingInvitationTokenSchema,
        response: { 200: messageResponseSchema, ...errorResponses },
      },
    },
    async (request) => {
      await consumeAddressRateLimit(db, 'link', getClientAddress(request), LINK_RATE_LIMIT);
      await declineInvitation(db, request.body.token, deps);
      return { message: t('You’ve declined the invitation.') };
    },
  );
}
