import { messageResponseSchema } from '#contract/accounts.ts';
import { apiErrorSchema, idSchema } from '#contract/api.ts';
import { t } from '#contract/i18n/t.ts';
import { ownerListingSchema } from '#contract/owner-listings.ts';
import { paymentSchema, paymentsQuerySchema, refundRequestSchema } from '#contract/payments.ts';
import { z } from '#contract/zod.ts';
import { errorResponses as accountFailures } from '#server/accounts/error-responses.ts';
import { requireListing } from '#server/listings/members/access.ts';
import { redeemCredit } from '#server/payments/credits/credits.ts';
import { intentRoutes } from '#server/payments/intents/routes.ts';
import { findAccountPayment, listAccountPayments, listCredits } from '#server/payments/read/account-payments.ts';
import { requestRefund, withdrawRefundRequest } from '#server/payments/refunds/refund-requests.ts';
import type { Api } from '#server/platform/http/api.ts';
import { setNextLink } from '#server/platform/http/cursor.ts';
import { requireSignedIn, requireUser } from '#server/platform/http/sessions.ts';
import { cancelPayment } from './cancellation.ts';
import type { PaymentDeps } from './payment-deps.ts';

const tags = ['Payments'];
const errorResponses = { ...accountFailures, 404: apiErrorSchema, 503: apiErrorSchema };
const idParams = z.object({ id: idSchema });

/** The payments and credits of an account. */
export function paymentRoutes(api: Api, deps: PaymentDeps) {
  readRoutes(api, deps);
  changeRoutes(api, deps);
  intentRoutes(api, deps);
}

function readRoutes(api: Api, deps: PaymentDeps) {
  api.get(
    '/api/user/payments',
    {
      onRequest: requireSignedIn,
      schema: {
        tags,
        summary: 'List the payments of the account, newest first',
        querystring: paymentsQuerySchema,
        response: { 200: z.array(paymentSchema), ...errorResponses },
      },
    },
    async (request, reply) => {
      const { payments, cursor } = await listAccountPayments(deps, requireUser(request).accountId, request.query);
      setNextLink(reply, cursor);
      return payments;
    },
  );

  api.get(
    '/api/user/credits',
    {
      onRequest: requireSignedIn,
      schema: {
        tags,
        summary: 'List unused credits',
        response: { 200: z.array(paymentSchema), ...errorResponses },
      },
    },
    (request) => listCredits(deps, requireUser(request).accountId),
  );

  api.get(
    '/api/user/payments/:id',
    {
      onRequest: requireSignedIn,
      schema: {
        tags,
        summary: 'Retrieve a payment with its receipt',
        params: idParams,
        response: { 200: paymentSchema, ...errorResponses },
      },
    },
    (request) => findAccountPayment(deps.db, deps, requireUser(request).accountId, request.params.id),
  );
}

function changeRoutes(api: Api, deps: PaymentDeps) {
  const { db } = deps;

  api.post(
    '/api/user/payments/:id/cancel',
    {
      onRequest: requireSignedIn,
      schema: {
        tags,
        summary: 'Cancel an unpaid payment',
        params: idParams,
        response: { 200: paymentSchema, ...errorResponses },
      },
    },
    async (request) => {
      const { accountId } = requireUser(request);
      await cancelPayment(deps, { accountId, paymentId: request.params.id });
      return findAccountPayment(db, deps, accountId, request.params.id);
    },
  );

  api.post(
    '/api/user/payments/:id/refund-requests',
    {
      onRequest: requireSignedIn,
      schema: {
        tags,
        summary: 'Request a refund within 7 days',
        params: idParams,
        body: refundRequestSchema,
        response: { 201: messageResponseSchema, ...errorResponses },
      },
    },
    async (request, reply) => {
      const { accountId } = requireUser(request);
      await requestRefund(deps, { accountId, paymentId: request.params.id, ...request.body });
      return reply.code(201).send({ message: t('We got your request and will reply within 10 business days.') });
    },
  );

  api.delete(
    '/api/user/payments/:id/refund-requests',
    {
      onRequest: requireSignedIn,
      schema: {
        tags,
        summary: 'Withdraw an open refund request',
        params: idParams,
        response: { 200: messageResponseSchema, ...errorResponses },
      },
    },
    async (request) => {
      const { accountId } = requireUser(request);
      await withdrawRefundRequest(deps, { accountId, paymentId: request.params.id });
      return { message: t('Your refund request is withdrawn, and your plan goes on.') };
    },
  );

  api.post(
    '/api/user/ads/:id/redeem',
    {
      onRequest: requireSignedIn,
      schema: {
        tags,
        summary: 'Apply the oldest credit to a listing of the account',
        params: idParams,
        response: { 200: ownerListingSchema, ...errorResponses, 402: apiErrorSchema },
      },
    },
    async (request) => {
      const { accountId } = requireUser(request);
      return redeemCredit(deps, await requireListing(db, { accountId, id: request.params.id }, 'own'));
    },
  );
}
