import { sql } from 'kysely';
import { messageResponseSchema } from '#contract/accounts.ts';
import { apiErrorSchema, idSchema } from '#contract/api.ts';
import { t } from '#contract/i18n/t.ts';
import { autoRenewalSchema, stopByLinkSchema, stoppedRenewalSchema } from '#contract/plans/auto-renewal.ts';
import { z } from '#contract/zod.ts';
import { errorResponses as accountFailures } from '#server/accounts/error-responses.ts';
import { requireListing } from '#server/listings/members/access.ts';
import type { PaymentDeps } from '#server/payments/payment-deps.ts';
import type { Api } from '#server/platform/http/api.ts';
import { requireSignedIn, requireUser } from '#server/platform/http/sessions.ts';
import { listAutoRenewals } from './auto-renewals.ts';
import { stopByLink } from './links.ts';
import { removeSavedCard, stopAutoRenewals } from './stop.ts';

const tags = ['Payments'];
const errorResponses = { ...accountFailures, 404: apiErrorSchema, 503: apiErrorSchema };

/** The plans of an account that renew automatically, and how to stop them. */
export function autoRenewalRoutes(api: Api, deps: PaymentDeps) {
  api.get(
    '/api/user/auto-renewals',
    {
      onRequest: requireSignedIn,
      schema: {
        tags,
        summary: 'List the plans that renew automatically',
        response: { 200: z.array(autoRenewalSchema), ...errorResponses },
      },
    },
    (request) => listAutoRenewals(deps, requireUser(request).accountId),
  );

  api.delete(
    '/api/user/ads/:id/auto-renewal',
    {
      onRequest: requireSignedIn,
      schema: {
        tags,
        summary: 'Stop the automatic renewal of the plan of a listing',
        params: z.object({ id: idSchema }),
        response: { 200: messageResponseSchema, ...errorResponses },
      },
    },
    async (request) => {
      const { accountId } = requireUser(request);
      const { id } = await requireListing(deps.db, { accountId, id: request.params.id }, 'own');
      await stopAutoRenewals(deps, sql`listing_id = ${id} and account_id = ${accountId}`);
      return { message: t('This plan won’t renew. You won’t be charged again.') };
    },
  );

  api.delete(
    '/api/user/saved-card',
    {
      onRequest: requireSignedIn,
      schema: {
        tags,
        summary: 'Remove the saved card: no plan renews any more',
        response: { 200: messageResponseSchema, ...errorResponses },
      },
    },
    async (request) => {
      await removeSavedCard(deps, requireUser(request).accountId);
      return { message: t('Your card is removed, and no plan renews.') };
    },
  );

  api.post(
    '/api/auto-renewals/stop',
    {
      schema: {
        tags,
        summary: 'Stop an automatic renewal by the token of an email, without signing in',
        body: stopByLinkSchema,
        response: { 200: stoppedRenewalSchema, 400: apiErrorSchema, 404: apiErrorSchema, 503: apiErrorSchema },
      },
    },
    (request) => stopByLink(deps, request.body.token),
  );
}
