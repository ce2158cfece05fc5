import { withBlock } from '#contract/admin/decisions.ts';
import { type AdminPayment, adminPaymentSchema, adminPaymentsQuerySchema } from '#contract/admin/payments.ts';
import { apiErrorSchema, idSchema } from '#contract/api.ts';
import { refundDeclineSchema, refundSchema } from '#contract/payments.ts';
import { z } from '#contract/zod.ts';
import type { PaymentDeps } from '#server/payments/payment-deps.ts';
import { findPayment, listAllPayments } from '#server/payments/read/all-payments.ts';
import { declineRefund } from '#server/payments/refunds/refund-requests.ts';
import { refundPayment } from '#server/payments/refunds/refunds.ts';
import type { Api } from '#server/platform/http/api.ts';
import { setNextLink } from '#server/platform/http/cursor.ts';
import { requirePermission, requireStepUp } from '#server/platform/http/permissions.ts';
import { requireUser } from '#server/platform/http/sessions.ts';
import { withBlocks } from '#server/staff/decisions.ts';
import { changeErrorResponses, errorResponses, tags } from '#server/staff/route-options.ts';

const onRequest = requirePermission('payments');

const toCase = ({ id, account, listing, parts }: AdminPayment) => ({
  ref: id,
  accounts: [account.id],
  listings: [listing?.id ?? null, ...parts.map((part) => part.listing?.id ?? null)],
});

const idParams = z.object({ id: idSchema });
const change = {
  params: idParams,
  response: {
    200: adminPaymentSchema,
    ...changeErrorResponses,
    503: apiErrorSchema,
  },
};

/** Lists payments, refunds them, and declines refund requests. */
export function adminPaymentRoutes(api: Api, deps: PaymentDeps) {
  api.get(
    '/api/admin/payments',
    {
      onRequest,
      schema: {
        tags,
        summary: 'List the payments of all accounts, newest first',
        querystring: adminPaymentsQuerySchema,
        response: { 200: z.array(withBlock(adminPaymentSchema)), ...errorResponses },
      },
    },
    async (request, reply) => {
      const { payments, cursor } = await listAllPayments(deps, request.query);
      setNextLink(reply, cursor);
      const { accountId: by } = requireUser(request);
      return withBlocks(deps.db, { kind: 'payment-refunded', by }, payments, toCase);
    },
  );

  api.post(
    '/api/admin/payments/:id/refunds',
    {
      onRequest: [onRequest, requireStepUp],
      schema: { ...change, body: refundSchema, tags, summary: 'Refund a payment in full or in part' },
    },
    async (request) => {
      const { id: paymentId } = request.params;
      await refundPayment(deps, { ...request.body, paymentId, by: requireUser(request).accountId });
      return findPayment(deps, paymentId);
    },
  );

  api.post(
    '/api/admin/payments/:id/decline-refund',
    {
      onRequest,
      schema: { ...change, body: refundDeclineSchema, tags, summary: 'Decline a refund request' },
    },
    async (request) => {
      const { id: paymentId } = request.params;
      await declineRefund(deps, { paymentId, answer: request.body.answer, by: requireUser(request).accountId });
      return findPayment(deps, paymentId);
    },
  );
}
