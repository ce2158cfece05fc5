import type { Kysely } from 'kysely';
import { messageResponseSchema } from '#contract/accounts.ts';
import { withBlock } from '#contract/admin/decisions.ts';
import { idSchema, listQuerySchema } from '#contract/api.ts';
import { t } from '#contract/i18n/t.ts';
import { hiddenListingSchema, hideListingSchema } from '#contract/reports/reports.ts';
import { z } from '#contract/zod.ts';
import type { NoticeDeps } from '#server/listings/lifecycle/notices.ts';
import type { DB } from '#server/platform/db/schema.ts';
import type { Api } from '#server/platform/http/api.ts';
import { requirePermission } from '#server/platform/http/permissions.ts';
import { requireUser } from '#server/platform/http/sessions.ts';
import { hideListing, showListing } from '#server/reports/hiding/hiding.ts';
import { listHiddenListings } from '#server/reports/hiding/list-hidden.ts';
import { withBlocks } from '#server/staff/decisions.ts';
import { changeErrorResponses, errorResponses, sendTablePage, tags } from '#server/staff/route-options.ts';

const onRequest = requirePermission('listings');

const params = z.object({ id: idSchema });

/** Lists hidden listings, hides listings and shows them again. */
export function adminListingRoutes(api: Api, { db, ...deps }: NoticeDeps & { db: Kysely<DB> }) {
  api.get(
    '/api/admin/ads/hidden',
    {
      onRequest,
      schema: {
        tags,
        summary: 'List hidden listings, most recently hidden first',
        querystring: listQuerySchema,
        response: { 200: z.array(withBlock(hiddenListingSchema)), ...errorResponses },
      },
    },
    async (request, reply) => {
      const { listings: ads, ...list } = await listHiddenListings(db, request.query);
      const by = requireUser(request).accountId;
      const rows = await withBlocks(db, { kind: 'listing-shown', by }, ads, ({ id }) => ({ listings: [id] }));
      return sendTablePage(reply, rows, list);
    },
  );

  api.post(
    '/api/admin/ads/:id/hide',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Hide a listing, notify its owner of the reason, and close its reports',
        params,
        body: hideListingSchema,
        response: { 200: hiddenListingSchema, ...changeErrorResponses },
      },
    },
    (request) => {
      const { accountId: by } = requireUser(request);
      return hideListing(db, { id: request.params.id, by, reason: request.body.reason }, deps);
    },
  );

  api.post(
    '/api/admin/ads/:id/show',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Unhide a listing',
        params,
        response: { 200: messageResponseSchema, ...changeErrorResponses },
      },
    },
    async (request) => {
      await showListing(db, { id: request.params.id, by: requireUser(request).accountId }, deps);
      return { message: t('The listing is no longer hidden.') };
    },
  );
}
