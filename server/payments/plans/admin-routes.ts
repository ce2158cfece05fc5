import type { Kysely } from 'kysely';
import { apiErrorSchema, idSchema } from '#contract/api.ts';
import { adminPlansSchema, moneyReasonBodySchema, planSchema, priceOrderSchema } from '#contract/plans/plan-prices.ts';
import { z } from '#contract/zod.ts';
import type { DB } from '#server/platform/db/schema.ts';
import type { Api } from '#server/platform/http/api.ts';
import { requirePermission, requireStepUp } from '#server/platform/http/permissions.ts';
import { requireUser } from '#server/platform/http/sessions.ts';
import { listPlanPrices, schedulePrice, withdrawPrice } from './prices.ts';

const onRequest = requirePermission('plans');
const tags = ['Administration'];
const response = {
  200: adminPlansSchema,
  400: apiErrorSchema,
  401: apiErrorSchema,
  403: apiErrorSchema,
  404: apiErrorSchema,
  409: apiErrorSchema,
};

/** Lists the prices of plans, schedules them, and withdraws coming ones. */
export function adminPlanRoutes(api: Api, { db }: { db: Kysely<DB> }) {
  api.get(
    '/api/admin/plans',
    { onRequest, schema: { tags, summary: 'List the plans with their current and coming prices', response } },
    async () => ({ plans: await listPlanPrices(db) }),
  );

  api.post(
    '/api/admin/plans/:plan/prices',
    {
      onRequest: [onRequest, requireStepUp],
      schema: {
        tags,
        summary: 'Set the price of a plan from a time on, or take it off sale',
        params: z.object({ plan: planSchema }),
        body: priceOrderSchema,
        response,
      },
    },
    async (request) => {
      await schedulePrice(db, { ...request.body, ...request.params, by: requireUser(request).accountId });
      return { plans: await listPlanPrices(db) };
    },
  );

  api.post(
    '/api/admin/plans/prices/:id/withdraw',
    {
      onRequest: [onRequest, requireStepUp],
      schema: {
        tags,
        summary: 'Withdraw a price that does not hold yet',
        params: z.object({ id: idSchema }),
        body: moneyReasonBodySchema,
        response,
      },
    },
    async (request) => {
      await withdrawPrice(db, { ...request.params, ...request.body, by: requireUser(request).accountId });
      return { plans: await listPlanPrices(db) };
    },
  );
}
