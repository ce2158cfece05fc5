import { messageResponseSchema } from '#contract/accounts.ts';
import { postedForBusinessSchema, staffListingSchema } from '#contract/admin/staff-listings.ts';
import { apiErrorSchema, idSchema } from '#contract/api.ts';
import { t } from '#contract/i18n/t.ts';
import { offerFormSchema, offerWithdrawalSchema } from '#contract/ownership/invitations.ts';
import { z } from '#contract/zod.ts';
import { idempotencyHeaders } from '#server/listings/owner-routes.ts';
import type { PostingDeps } from '#server/listings/write/posting.ts';
import type { Api } from '#server/platform/http/api.ts';
import { requirePermission } from '#server/platform/http/permissions.ts';
import { requireUser } from '#server/platform/http/sessions.ts';
import { changeErrorResponses, tags } from '#server/staff/route-options.ts';
import { offerListing, resendOffer, withdrawOffer } from './offers.ts';
import { postForBusiness } from './post-listing.ts';

const onRequest = requirePermission('claims');
const params = z.object({ id: idSchema });
const response = { 200: messageResponseSchema, ...changeErrorResponses, 429: apiErrorSchema };

/** Listings that the staff posts on behalf of a business, and gives to an owner by email. */
export function offerRoutes(api: Api, deps: PostingDeps) {
  const { db } = deps;

  api.post(
    '/api/admin/ads',
    {
      onRequest: requirePermission('listings'),
      schema: {
        tags,
        summary: 'Post a free listing on behalf of a business, which nobody owns yet',
        headers: idempotencyHeaders,
        body: staffListingSchema,
        response: { 201: postedForBusinessSchema, ...changeErrorResponses, 429: apiErrorSchema },
      },
    },
    async (request, reply) => {
      const { form: fields, reason } = request.body;
      const idempotencyKey = request.headers['idempotency-key'];
      const id = await postForBusiness(deps, { fields, reason, by: requireUser(request).accountId, idempotencyKey });
      return reply.code(201).send({ id, message: t('The listing is live. Nobody owns it yet.') });
    },
  );

  api.post(
    '/api/admin/ads/:id/offer',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Offer a listing that nobody owns to somebody by email',
        params,
        body: offerFormSchema,
        response,
      },
    },
    async (request) => {
      await offerListing(db, { ...request.body, id: request.params.id, by: requireUser(request).accountId }, deps);
      return { message: t('The invitation is on its way.') };
    },
  );

  api.post(
    '/api/admin/ads/:id/offer/resend',
    {
      onRequest,
      schema: { tags, summary: 'Send the offer of a listing again, with a new link', params, response },
    },
    async (request) => {
      await resendOffer(db, { id: request.params.id, by: requireUser(request).accountId }, deps);
      return { message: t('The invitation is on its way again.') };
    },
  );

  api.post(
    '/api/admin/ads/:id/offer/withdraw',
    {
      onRequest,
      schema: { tags, summary: 'Withdraw the offer of a listing', params, body: offerWithdrawalSchema, response },
    },
    async (request) => {
      const { reason } = request.body;
      await withdrawOffer(db, { id: request.params.id, reason, by: requireUser(request).accountId });
      return { message: t('The offer is withdrawn.') };
    },
  );
}
