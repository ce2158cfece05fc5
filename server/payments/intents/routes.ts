import { apiErrorSchema, idSchema } from '#contract/api.ts';
import { defineMessage } from '#contract/i18n/t.ts';
import {
  orderPreviewSchema,
  orderQuerySchema,
  ordersPreviewSchema,
  ordersQuerySchema,
  paymentConfigSchema,
  paymentIntentResponseSchema,
  paymentResultSchema,
} from '#contract/payments.ts';
import { paymentIntentBodySchema, paymentIntentRequestSchema } from '#contract/plans/payment-intent-request.ts';
import { z } from '#contract/zod.ts';
import { errorResponses as accountFailures } from '#server/accounts/error-responses.ts';
import { idempotencyHeaders } from '#server/listings/owner-routes.ts';
import { previewOrder } from '#server/payments/orders.ts';
import { previewOrders } from '#server/payments/parts/multiple-orders.ts';
import type { PaymentDeps } from '#server/payments/payment-deps.ts';
import { settle } from '#server/payments/settlement.ts';
import type { Api } from '#server/platform/http/api.ts';
import { getClientAddress } from '#server/platform/http/client-address.ts';
import { requireSignedIn, requireUser } from '#server/platform/http/sessions.ts';
import { createPaymentIntent } from './intents.ts';
import { getOutcome } from './outcome.ts';

const tags = ['Payments'];
const errorResponses = { ...accountFailures, 404: apiErrorSchema, 503: apiErrorSchema };
const idParams = z.object({ id: idSchema });
const intentId = z.string().regex(/^pi_\w{1,250}$/, defineMessage('This isn’t a payment intent'));

/** Paying for a plan: the order, its payment intent, and the outcome. */
export function intentRoutes(api: Api, deps: PaymentDeps) {
  const { cards } = deps;

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

  api.get(
    '/api/user/order',
    {
      onRequest: requireSignedIn,
      schema: {
        tags,
        summary: 'Preview the order of a plan for several listings; creates no payment',
        querystring: ordersQuerySchema,
        response: { 200: ordersPreviewSchema, ...errorResponses },
      },
    },
    (request) => {
      const { ads: listingIds, ...order } = request.query;
      return previewOrders(deps, {
        accountId: requireUser(request).accountId,
        address: getClientAddress(request),
        ...order,
        listingIds,
      });
    },
  );

  api.post(
    '/api/create-payment-intent',
    {
      config: { documentedBody: paymentIntentBodySchema },
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
}
