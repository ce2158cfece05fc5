import { messageResponseSchema } from '#contract/accounts.ts';
import { apiErrorSchema, idSchema } from '#contract/api.ts';
import { defineMessage, t } from '#contract/i18n/t.ts';
import { ownerListingSchema } from '#contract/owner-listings.ts';
import {
  orderPreviewSchema,
  orderQuerySchema,
  paymentConfigSchema,
  paymentIntentRequestSchema,
  paymentIntentResponseSchema,
  paymentResultSchema,
  paymentSchema,
  paymentsQuerySchema,
  refundRequestSchema,
} from '#contract/payments.ts';
import { z } from '#contract/zod.ts';
import { errorResponses as accountFailures } from '../accounts/error-responses.ts';
import type { Api } from '../http/api.ts';
import { getClientAddress } from '../http/client-address.ts';
import { setNextLink } from '../http/cursor.ts';
import { requireSignedIn, requireUser } from '../http/sessions.ts';
import { requireListing } from '../listings/members/access.ts';
import { idempotencyHeaders } from '../listings/owner-routes.ts';
import { cancelPayment } from './cancellation.ts';
import { redeemCredit } from './credits.ts';
import { createPaymentIntent } from './intents.ts';
import { previewOrder } from './orders.ts';
import { getOutcome } from './outcome.ts';
import type { PaymentDeps } from './payment-deps.ts';
import { findAccountPayment, listAccountPayments, listCredits } from './payments.ts';
import { requestRefund } from './refunds/refund-requests.ts';
import { settle } from './settlement.ts';

const tags = ['Payments'];
const errorResponses = { ...accountFailures, 404: apiErrorSchema, 503: apiErrorSchema };
const idParams = z.object({ id: idSchema });
const intentId = z.string().regex(/^pi_\w{1,250}$/, defineMessage('This isn’t a payment intent'));

/** Paying for listings, and the payments of an account. */
export function paymentRoutes(api: Api, deps: PaymentDeps) {
  const { db, cards } = deps;

  api.get(
    '/api/payments/config',
    {
      config: { cacheable: true },
      schema: { tags, summary: 'Retrieve the payment configuration', response: { 200: paymentConfigSchema } },
    },
    () => ({ mode: cards.checkout, publishableKey: cards.publishableKey }),
  );

  api.get(
    '/api/user/ads/:id/order',
    {
      onRequest: requireSignedIn,
      schema: {
        tags,
        summary: 'Preview the order of a plan for a listing; creates no payment',
        params: idParams,
        querystring: orderQuerySchema,
        response: { 200: orderPreviewSchema, ...errorResponses },
      },
    },
    (request) =>
      previewOrder(deps, {
        accountId: requireUser(request).accountId,
        address: getClientAddress(request),
        ...request.query,
        listingId: request.params.id,
      }),
  );

  api.post(
    '/api/create-payment-intent',
    {
      onRequest: requireSignedIn,
      schema: {
        tags,
        summary: 'Create a payment intent for a plan; the price is that of the plan, whatever amount is sent',
        headers: idempotencyHeaders,
        body: paymentIntentRequestSchema,
        response: { 201: paymentIntentResponseSchema, ...errorResponses },
      },
    },
    async (request, reply) => {
      const { accountId } = requireUser(request);
      const idempotencyKey = request.headers['idempotency-key'];
      return reply.code(201).send(
        await createPaymentIntent(deps, {
          accountId,
          address: getClientAddress(request),
          request: request.body,
          idempotencyKey,
        }),
      );
    },
  );

  api.get(
    '/api/user/payment-intents/:intentId',
    {
      onRequest: requireSignedIn,
      schema: {
        tags,
        summary: 'Settle a payment intent with the card service and retrieve the outcome',
        params: z.object({ intentId }),
        response: { 200: paymentResultSchema, ...errorResponses },
      },
    },
    async (request) => getOutcome(deps, await settle(deps, request.params.intentId, requireUser(request).accountId)),
  );

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
    (request) => findAccountPayment(db, deps, requireUser(request).accountId, request.params.id),
  );

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
      await requestRefund(deps, { accountId, paymentId: request.params.id, reason: request.body.reason });
      return reply.code(201).send({ message: t('We got your request and will reply within 10 business days.') });
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
