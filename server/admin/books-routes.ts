import { balanceSchema, monthQuerySchema, paymentSummarySchema } from '#contract/admin/payments.ts';
import { reconciliationQuerySchema, reconciliationSchema } from '#contract/admin/reconciliation.ts';
import { apiErrorSchema } from '#contract/api.ts';
import { z } from '#contract/zod.ts';
import { exportBooks } from '#server/payments/books/books.ts';
import { getPaymentSummary } from '#server/payments/books/daily-summary.ts';
import type { PaymentDeps } from '#server/payments/payment-deps.ts';
import { reconcile } from '#server/payments/reconciliation.ts';
import type { Api } from '#server/platform/http/api.ts';
import { requirePermission } from '#server/platform/http/permissions.ts';
import { errorResponses, tags } from '#server/staff/route-options.ts';

const onRequest = requirePermission('payments');

const DAY_MS = 86_400_000;

const providerErrorResponses = { ...errorResponses, 503: apiErrorSchema };

/** Payments by state and day, what the provider will pay out, whether the ledger agrees with it, and the export for the books. */
export function adminBooksRoutes(api: Api, deps: PaymentDeps) {
  api.get(
    '/api/admin/payments/summary',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Sum the payments of a month by day in Los Angeles and state',
        querystring: monthQuerySchema,
        response: { 200: paymentSummarySchema, ...errorResponses },
      },
    },
    async (request) => getPaymentSummary(deps, request.query.month),
  );

  api.get(
    '/api/admin/payments/balance',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Retrieve what Stripe will pay out',
        response: { 200: balanceSchema, ...providerErrorResponses },
      },
    },
    async () => deps.cards.retrieveBalance(),
  );

  api.get(
    '/api/admin/payments/reconciliation',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Compare the ledger with Stripe’s charges and refunds of the past days',
        querystring: reconciliationQuerySchema,
        response: { 200: reconciliationSchema, ...providerErrorResponses },
      },
    },
    async (request) => reconcile(deps.db, deps.cards, new Date(Date.now() - request.query.days * DAY_MS)),
  );

  api.get(
    '/api/admin/payments/export',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Export the movements of Stripe’s balance in a month, and their sums, as CSV',
        produces: ['text/csv'],
        querystring: monthQuerySchema,
        response: { 200: z.string(), ...providerErrorResponses },
      },
    },
    async (request, reply) => {
      const { month } = request.query;
      const csv = await exportBooks(deps, month);
      const name = `books-${month}${deps.cards.mode === 'live' ? '' : '-simulated'}.csv`;
      reply.type('text/csv; charset=utf-8; header=present');
      reply.header('content-disposition', `attachment; filename="${name}"`);
      return csv;
    },
  );
}
