import type { Kysely } from 'kysely';
import { decisionTimesSchema } from '#contract/admin/decision-times.ts';
import { todaySchema } from '#contract/admin/today.ts';
import { z } from '#contract/zod.ts';
import type { PaymentDeps } from '#server/payments/payment-deps.ts';
import type { DB } from '#server/platform/db/schema.ts';
import type { Api } from '#server/platform/http/api.ts';
import { requirePermission } from '#server/platform/http/permissions.ts';
import { requireUser } from '#server/platform/http/sessions.ts';
import { readDecisionTimes } from '#server/staff/decision-times.ts';
import { errorResponses, tags } from '#server/staff/route-options.ts';
import { getToday } from './today.ts';

// Every role has it: what each may see is decided by queue.
const onRequest = requirePermission('overview');

/** What waits for the staff. */
export function todayRoutes(api: Api, { db, payments }: { db: Kysely<DB>; payments: PaymentDeps }) {
  api.get(
    '/api/admin/today',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Count what waits in each queue of work that the role of the user includes',
        response: { 200: todaySchema, ...errorResponses },
      },
    },
    async (request) => {
      const { role } = requireUser(request);
      return role === null ? { queues: [] } : getToday(db, role, payments.cards.mode);
    },
  );

  api.get(
    '/api/admin/decision-times',
    {
      onRequest,
      schema: {
        tags,
        summary: 'How long decisions took in the past 90 days, in the queues that the role of the user includes',
        response: { 200: z.array(decisionTimesSchema), ...errorResponses },
      },
    },
    (request) => readDecisionTimes(db, requireUser(request).role),
  );
}
