import type { Kysely } from 'kysely';
import { messageResponseSchema } from '#contract/accounts.ts';
import { apiErrorSchema, idSchema, listQuerySchema } from '#contract/api.ts';
import { t } from '#contract/i18n/t.ts';
import { listingInvitationFormSchema, peopleSchema } from '#contract/ownership/invitations.ts';
import { sharedListingSchema } from '#contract/ownership/members.ts';
import { z } from '#contract/zod.ts';
import { errorResponses } from '#server/accounts/error-responses.ts';
import type { OwnershipDeps } from '#server/claims/ownership.ts';
import { leave, removeMember } from '#server/listings/members/end-membership.ts';
import { listMembers, listMemberships } from '#server/listings/members/members.ts';
import { listSharedListings } from '#server/listings/members/shared-listings.ts';
import type { Gazetteer } from '#server/places/gazetteer.ts';
import type { DB } from '#server/platform/db/schema.ts';
import type { Api } from '#server/platform/http/api.ts';
import { setNextLink } from '#server/platform/http/cursor.ts';
import { requireConfirmedEmail, requireStepUp } from '#server/platform/http/permissions.ts';
import { requireSignedIn, requireUser } from '#server/platform/http/sessions.ts';
import { listInvitations, resendInvitation, withdrawInvitation } from './invitations.ts';
import { invite } from './invite.ts';
import { invitationLinkRoutes } from './link-routes.ts';

const tags = ['People'];
const params = z.object({ id: idSchema });
const response = { 200: messageResponseSchema, ...errorResponses, 404: apiErrorSchema };

type InvitationDeps = OwnershipDeps & { db: Kysely<DB> };

/** The people of a business: whom an owner invites, who helps, and what the page behind the link of an invitation does. */
export function peopleRoutes(api: Api, { gazetteer, ...deps }: InvitationDeps & { gazetteer: Gazetteer }) {
  const { db } = deps;

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

  invitationRoutes(api, deps);
  memberRoutes(api, deps);
  invitationLinkRoutes(api, deps);
}

function invitationRoutes(api: Api, { db, ...deps }: InvitationDeps) {
  api.post(
    '/api/user/invitations',
    {
      onRequest: [requireSignedIn, requireConfirmedEmail, requireStepUp],
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
      onRequest: [requireSignedIn, requireConfirmedEmail, requireStepUp],
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
}

function memberRoutes(api: Api, { db, ...deps }: InvitationDeps) {
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
}
