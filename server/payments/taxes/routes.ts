import type { Kysely } from 'kysely';
import { apiErrorSchema, idSchema } from '#contract/api.ts';
import { moneyReasonBodySchema } from '#contract/plans/plan-prices.ts';
import { adminTaxesSchema, taxOrderSchema } from '#contract/plans/taxes.ts';
import { z } from '#contract/zod.ts';
import type { DB } from '#server/platform/db/schema.ts';
import type { Api } from '#server/platform/http/api.ts';
import { requirePermission, requireStepUp } from '#server/platform/http/permissions.ts';
import { requireUser } from '#server/platform/http/sessions.ts';
import { listTaxRates, scheduleTax, withdrawTax } from './tax-rates.ts';

const onRequest = requirePermission('plans');
const tags = ['Administration'];
const response = {
  200: adminTaxesSchema,
  400: apiErrorSchema,
  401: apiErrorSchema,
  403: apiErrorSchema,
  404: apiErrorSchema,
  409: apiErrorSchema,
};

/** Lists the taxes on purchases, schedules them, and withdraws coming ones. */
export function taxRoutes(api: Api, { db }: { db: Kysely<DB> }) {
  api.get(
    '/api/admin/taxes',
    { onRequest, schema: { tags, summary: 'List the current and coming sales tax', response } },
    () => listTaxRates(db),
  );

  api.post(
    '/api/admin/taxes',
    {
      onRequest: [onRequest, requireStepUp],
      schema: { tags, summary: 'Set the sales tax from a time on', body: taxOrderSchema, response },
    },
    async (request) => {
      await scheduleTax(db, { ...request.body, by: requireUser(request).accountId });
      return listTaxRates(db);
    },
  );

  api.post(
    '/api/admin/taxes/:id/withdraw',
    {
      onRequest: [onRequest, requireStepUp],
      schema: {
        tags,
        summary: 'Withdraw a sales tax that does not hold yet',
        params: z.object({ id: idSchema }),
        body: moneyReasonBodySchema,
        response,
      },
    },
    async (request) => {
      await withdrawTax(db, { ...request.params, ...request.body, by: requireUser(request).accountId });
      return listTaxRates(db);
    },
  );
}
