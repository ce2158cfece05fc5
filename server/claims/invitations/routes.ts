import type { Kysely } from 'kysely';
import { messageResponseSchema } from '#contract/accounts.ts';
import { apiErrorSchema, idSchema, listQuerySchema } from '#contract/api.ts';
import { t } from '#contract/i18n/t.ts';
import {
  acceptedInvitationSchema,
  foundListingInvitationSchema,
  listingInvitationFormSchema,
  listingInvitationTokenSchema,
  peopleSchema,
} from '#contract/ownership/invitations.ts';
import { sharedListingSchema } from '#contract/ownership/members.ts';
import { z } from '#contract/zod.ts';
import { errorResponses } from '../../accounts/error-responses.ts';
import type { DB } from '../../db/schema.ts';
import type { Api } from '../../http/api.ts';
import { getClientAddress } from '../../http/client-address.ts';
import { setNextLink } from '../../http/cursor.ts';
import { requireStepUp } from '../../http/permissions.ts';
import { consumeRateLimit, type RateLimit } from '../../http/rate-limit.ts';
import { requireSignedIn, requireUser } from '../../http/sessions.ts';
import { leave, removeMember } from '../../listings/members/end-membership.ts';
import { listMembers, listMemberships } from '../../listings/members/members.ts';
import { listSharedListings } from '../../listings/members/shared-listings.ts';
import type { Gazetteer } from '../../places/gazetteer.ts';
import type { OwnershipDeps } from '../ownership.ts';
import { acceptInvitation, declineInvitation } from './acceptance.ts';
import { invite, listInvitations, resendInvitation, withdrawInvitation } from './invitations.ts';
import { findInvitation } from './presenter.ts';

// Tokens have 256 bits, so this only limits the load.
const LINK_RATE_LIMIT: RateLimit = { limit: 60, windowSeconds: 60 * 60 };

const tags = ['People'];
const params = z.object({ id: idSchema });
const response = { 200: messageResponseSchema, ...errorResponses, 404: apiErrorSchema };

/** The people of a business: whom an owner invites, who helps, and what the page behind the link of an invitation does. */
export function peopleRoutes(
  api: Api,
  { db, gazetteer, ...deps }: OwnershipDeps & { db: Kysely<DB>; gazetteer: Gazetteer },
) {
  api.get(
    '/api/user/people',
    {
      onRequest: requireSignedIn,
      schema: {
        tags,
        summary: 'List who helps the account, whom it has invited, and whom it helps',
        response: { 200: peopleSchema, ...errorResponses },
      },
    },
    async (request) => {
      const { accountId } = requireUser(request);
      const [members, invitations, memberships] = await Promise.all([
        listMembers(db, accountId),
        listInvitations(db, accountId),
        listMemberships(db, accountId),
      ]);
      return { members, invitations, memberships };
    },
  );

  api.get(
    '/api/user/shared-ads',
    {
      onRequest: requireSignedIn,
      schema: {
        tags,
        summary: 'List the listings of other accounts that the account helps with, newest first',
        querystring: listQuerySchema,
        response: { 200: z.array(sharedListingSchema), ...errorResponses },
      },
    },
    async (request, reply) => {
      const { ads, cursor } = await listSharedListings(db, gazetteer, requireUser(request).accountId, request.query);
      setNextLink(reply, cursor);
      return ads;
    },
  );

  api.post(
    '/api/user/invitations',
    {
      onRequest: [requireSignedIn, requireStepUp],
      schema: {
        tags,
        summary: 'Hand listings over to somebody, or ask somebody to help with them, by email address or username',
        body: listingInvitationFormSchema,
        response,
      },
    },
    async (request) => {
      await invite(db, { ...request.body, accountId: requireUser(request).accountId }, deps);
      // The same whether or not there is such an account.
      return { message: t('The invitation is on its way.') };
    },
  );

  api.post(
    '/api/user/invitations/:id/resend',
    {
      onRequest: [requireSignedIn, requireStepUp],
      schema: { tags, summary: 'Send an invitation again, with a new link', params, response },
    },
    async (request) => {
      await resendInvitation(db, { id: request.params.id, accountId: requireUser(request).accountId }, deps);
      return { message: t('The invitation is on its way again.') };
    },
  );

  api.delete(
    '/api/user/invitations/:id',
    { onRequest: requireSignedIn, schema: { tags, summary: 'Withdraw an invitation', params, response } },
    async (request) => {
      await withdrawInvitation(db, { id: request.params.id, accountId: requireUser(request).accountId });
      return { message: t('The invitation is withdrawn.') };
    },
  );

  api.delete(
    '/api/user/members/:id',
    {
      onRequest: requireSignedIn,
      schema: { tags, summary: 'Remove somebody who helps the account', params, response },
    },
    async (request) => {
      await removeMember(db, { id: request.params.id, ownerId: requireUser(request).accountId }, deps);
      return { message: t('They can’t open your listings anymore.') };
    },
  );

  api.delete(
    '/api/user/memberships/:id',
    { onRequest: requireSignedIn, schema: { tags, summary: 'Stop helping another account', params, response } },
    async (request) => {
      await leave(db, { id: request.params.id, accountId: requireUser(request).accountId }, deps);
      return { message: t('You’ve left.') };
    },
  );

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
      await consumeRateLimit(db, `link:${getClientAddress(request)}`, LINK_RATE_LIMIT);
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
      await consumeRateLimit(db, `link:${getClientAddress(request)}`, LINK_RATE_LIMIT);
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
      await consumeRateLimit(db, `link:${getClientAddress(request)}`, LINK_RATE_LIMIT);
      await declineInvitation(db, request.body.token, deps);
      return { message: t('You’ve declined the invitation.') };
    },
  );
}
