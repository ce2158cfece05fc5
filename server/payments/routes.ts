import { doneSchema } from '#contract/accounts.ts';
import { apiErrorSchema, idSchema } from '#contract/api.ts';
import { ownAdSchema } from '#contract/own-listings.ts';
import {
  intentRequestSchema,
  intentSchema,
  outcomeSchema,
  paymentConfigSchema,
  paymentSchema,
  paymentsQuerySchema,
  refundRequestSchema,
} from '#contract/payments.ts';
import { z } from '#contract/zod.ts';
import { failures as accountFailures, onlySignedIn } from '../accounts/routes.ts';
import { type Api, linkNext } from '../http/api.ts';
import { signedIn } from '../http/sessions.ts';
import { idempotencyHeaders } from '../listings/own-routes.ts';
import { spendCredit } from './credits.ts';
import { cancel, createIntent } from './intents.ts';
import { outcomeOf } from './outcome.ts';
import type { PaymentParts } from './payment-parts.ts';
import { findOwn, listCredits, listOwn } from './payments.ts';
import { askForRefund } from './refund-requests.ts';
import { settle } from './settlement.ts';

const tags = ['Payments'];
const failures = { ...accountFailures, 404: apiErrorSchema, 503: apiErrorSchema };
const byId = z.object({ id: idSchema });
const intentId = z.string().regex(/^pi_\w{1,250}$/, 'This is no payment intent');

/** Paying for listings, and what one has paid. */
export function paymentRoutes(api: Api, parts: PaymentParts) {
  const { db, cards } = parts;

  api.get(
    '/api/payments/config',
    {
      config: { kept: true },
      schema: { tags, summary: 'How cards are taken here', response: { 200: paymentConfigSchema } },
    },
    () => ({ mode: cards.mode, publishableKey: cards.publishableKey }),
  );

  api.post(
    '/api/create-payment-intent',
    {
      onRequest: onlySignedIn,
      schema: {
        tags,
        summary: 'Sets out to pay for a plan; the price is the plan’s, whatever is sent',
        headers: idempotencyHeaders,
        body: intentRequestSchema,
        response: { 201: intentSchema, ...failures },
      },
    },
    async (request, reply) => {
      const { accountId } = signedIn(request);
      const key = request.headers['idempotency-key'];
      return reply.code(201).send(await createIntent(parts, { accountId, request: request.body, key }));
    },
  );

  api.get(
    '/api/user/payment-intents/:intentId',
    {
      onRequest: onlySignedIn,
      schema: {
        tags,
        summary: 'What came of a payment: asks the card service, and lists what was paid for',
        params: z.object({ intentId }),
        response: { 200: outcomeSchema, ...failures },
      },
    },
    async (request) => outcomeOf(parts, await settle(parts, request.params.intentId, signedIn(request).accountId)),
  );

  api.get(
    '/api/user/payments',
    {
      onRequest: onlySignedIn,
      schema: {
        tags,
        summary: 'One’s own payments, newest first',
        querystring: paymentsQuerySchema,
        response: { 200: z.array(paymentSchema), ...failures },
      },
    },
    async (request, reply) => {
      const { payments, cursor } = await listOwn(db, signedIn(request).accountId, request.query);
      linkNext(reply, cursor);
      return payments;
    },
  );

  api.get(
    '/api/user/credits',
    {
      onRequest: onlySignedIn,
      schema: {
        tags,
        summary: 'What was paid and not used yet',
        response: { 200: z.array(paymentSchema), ...failures },
      },
    },
    (request) => listCredits(db, signedIn(request).accountId),
  );

  api.get(
    '/api/user/payments/:id',
    {
      onRequest: onlySignedIn,
      schema: { tags, summary: 'A payment: the receipt', params: byId, response: { 200: paymentSchema, ...failures } },
    },
    (request) => findOwn(db, signedIn(request).accountId, request.params.id),
  );

  api.post(
    '/api/user/payments/:id/cancel',
    {
      onRequest: onlySignedIn,
      schema: {
        tags,
        summary: 'Calls off a payment that was not made',
        params: byId,
        response: { 200: paymentSchema, ...failures },
      },
    },
    async (request) => {
      const { accountId } = signedIn(request);
      await cancel(parts, { accountId, paymentId: request.params.id });
      return findOwn(db, accountId, request.params.id);
    },
  );

  api.post(
    '/api/user/payments/:id/refund-requests',
    {
      onRequest: onlySignedIn,
      schema: {
        tags,
        summary: 'Asks for the money back, within 7 days',
        params: byId,
        body: refundRequestSchema,
        response: { 201: doneSchema, ...failures },
      },
    },
    async (request, reply) => {
      const { accountId } = signedIn(request);
      await askForRefund(parts, { accountId, paymentId: request.params.id, reason: request.body.reason });
      return reply.code(201).send({ message: 'We have your request and answer within 10 business days.' });
    },
  );

  api.post(
    '/api/user/ads/:id/redeem',
    {
      onRequest: onlySignedIn,
      schema: {
        tags,
        summary: 'Uses the oldest credit for a listing of one’s own',
        params: byId,
        response: { 200: ownAdSchema, ...failures, 402: apiErrorSchema },
      },
    },
    (request) => spendCredit(parts, { ownerId: signedIn(request).accountId, id: request.params.id }),
  );
}
