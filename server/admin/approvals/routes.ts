import { messageResponseSchema } from '#contract/accounts.ts';
import {
  approvalRulesSchema,
  approvalsQuerySchema,
  approveSchema,
  declineSchema,
  waitingListingSchema,
} from '#contract/admin/approvals.ts';
import { withBlock } from '#contract/admin/decisions.ts';
import { idSchema } from '#contract/api.ts';
import { t } from '#contract/i18n/t.ts';
import { z } from '#contract/zod.ts';
import type { PaymentDeps } from '#server/payments/payment-deps.ts';
import type { Gazetteer } from '#server/places/gazetteer.ts';
import type { Api } from '#server/platform/http/api.ts';
import { requirePermission } from '#server/platform/http/permissions.ts';
import { requireUser } from '#server/platform/http/sessions.ts';
import { withBlocks } from '#server/staff/decisions.ts';
import { changeErrorResponses, errorResponses, sendTablePage, tags } from '#server/staff/route-options.ts';
import { approveListing, declineListing } from './decide.ts';
import { listWaiting } from './queue.ts';
import { readRules, replaceRules } from './rules.ts';

const onRequest = requirePermission('listings');
const params = z.object({ id: idSchema });

/** Listings that wait for approval, the decisions on them, and the rules. */
export function approvalRoutes(api: Api, { payments, gazetteer }: { payments: PaymentDeps; gazetteer: Gazetteer }) {
  const { db } = payments;
  api.get(
    '/api/admin/approvals',
    {
      onRequest,
      schema: {
        tags,
        summary: 'List the listings that wait for approval, the one that waits longest first',
        querystring: approvalsQuerySchema,
        response: { 200: z.array(withBlock(waitingListingSchema)), ...errorResponses },
      },
    },
    async (request, reply) => {
      const { listings, ...list } = await listWaiting(db, gazetteer, request.query);
      const by = requireUser(request).accountId;
      const rows = await withBlocks(db, { kind: 'listing-approved', by }, listings, ({ id }) => ({ listings: [id] }));
      return sendTablePage(reply, rows, list);
    },
  );

  api.post(
    '/api/admin/ads/:id/approve',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Show a listing that waits for approval, and notify its owner',
        params,
        body: approveSchema,
        response: { 200: messageResponseSchema, ...changeErrorResponses },
      },
    },
    async (request) => {
      const { accountId: by } = requireUser(request);
      await approveListing(payments, { id: request.params.id, by, ...request.body });
      return { message: t('The listing is live.') };
    },
  );

  api.post(
    '/api/admin/ads/:id/decline',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Hide a listing that waits for approval, and notify its owner of the reason',
        params,
        body: declineSchema,
        response: { 200: messageResponseSchema, ...changeErrorResponses },
      },
    },
    async (request) => {
      const { accountId: by } = requireUser(request);
      await declineListing(payments, { id: request.params.id, by, ...request.body });
      return { message: t('The listing is declined.') };
    },
  );

  const settings = requirePermission('settings');

  api.get(
    '/api/admin/approval-rules',
    {
      onRequest: settings,
      schema: {
        tags,
        summary: 'Read which listings wait for approval',
        response: { 200: approvalRulesSchema, ...errorResponses },
      },
    },
    () => readRules(db, gazetteer),
  );

  api.put(
    '/api/admin/approval-rules',
    {
      onRequest: settings,
      schema: {
        tags,
        summary: 'Change which listings wait for approval',
        body: approvalRulesSchema,
        response: { 200: approvalRulesSchema, ...changeErrorResponses },
      },
    },
    (request) => replaceRules(db, gazetteer, { ...request.body, by: requireUser(request).accountId }),
  );
}
