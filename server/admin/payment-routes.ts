import type { FastifyRequest } from 'fastify';
import { apiErrorSchema, idSchema } from '#contract/api.ts';
import { adminPaymentSchema, adminPaymentsQuerySchema, refundAnswerSchema, refundSchema } from '#contract/payments.ts';
import { z } from '#contract/zod.ts';
import { type Api, linkNext } from '../http/api.ts';
import { administrator } from '../http/sessions.ts';
import type { PaymentParts } from '../payments/payment-parts.ts';
import { findAny, listAll } from '../payments/payments.ts';
import { declineRefund } from '../payments/refund-requests.ts';
import { refund } from '../payments/refunds.ts';

const tags = ['Administration'];
const byId = z.object({ id: idSchema });
const failures = { 400: apiErrorSchema, 401: apiErrorSchema, 403: apiErrorSchema };
const change = {
  params: byId,
  response: { 200: adminPaymentSchema, ...failures, 404: apiErrorSchema, 409: apiErrorSchema, 503: apiErrorSchema },
};

const onRequest = async (request: FastifyRequest) => {
  administrator(request);
};

/** What the administrator does with payments: look them up, give money back, or say why not. */
export function paymentAdminRoutes(api: Api, parts: PaymentParts) {
  api.get(
    '/api/admin/payments',
    {
      onRequest,
      schema: {
        tags,
        summary: 'All payments, newest first',
        querystring: adminPaymentsQuerySchema,
        response: { 200: z.array(adminPaymentSchema), ...failures },
      },
    },
    async (request, reply) => {
      const { payments, cursor } = await listAll(parts.db, request.query);
      linkNext(reply, cursor);
      return payments;
    },
  );

  api.post(
    '/api/admin/payments/:id/refunds',
    { onRequest, schema: { ...change, body: refundSchema, tags, summary: 'Gives money back, all of it or a part' } },
    async (request) => {
      const { id: paymentId } = request.params;
      await refund(parts, { ...request.body, paymentId, by: administrator(request).accountId });
      return findAny(parts.db, paymentId);
    },
  );

  api.post(
    '/api/admin/payments/:id/decline-refund',
    {
      onRequest,
      schema: { ...change, body: refundAnswerSchema, tags, summary: 'Says no to who asked for money back' },
    },
    async (request) => {
      const { id: paymentId } = request.params;
      await declineRefund(parts, { paymentId, answer: request.body.answer, by: administrator(request).accountId });
      return findAny(parts.db, paymentId);
    },
  );
}
