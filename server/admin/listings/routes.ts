import { Readable } from 'node:stream';
import type { Kysely } from 'kysely';
import {
  adminListingCountSchema,
  adminListingFilterSchema,
  adminListingSchema,
  adminListingsExportSchema,
  adminListingsQuerySchema,
} from '#contract/admin/listings.ts';
import { z } from '#contract/zod.ts';
import { recordAuditEvent } from '#server/accounts/audit-log.ts';
import type { Gazetteer } from '#server/places/gazetteer.ts';
import type { DB } from '#server/platform/db/schema.ts';
import type { Api } from '#server/platform/http/api.ts';
import { setNextLink } from '#server/platform/http/cursor.ts';
import { requirePermission, requireStepUp } from '#server/platform/http/permissions.ts';
import { requireUser } from '#server/platform/http/sessions.ts';
import { errorResponses, tags } from '#server/staff/route-options.ts';
import { exportListings } from './export.ts';
import { findListingIds } from './find-ids.ts';
import { listAllListings } from './table.ts';

const onRequest = requirePermission('listings');

/** The table of all listings and its export, which names their owners: each one is in the audit log. */
export function allListingsRoutes(api: Api, { db, gazetteer }: { db: Kysely<DB>; gazetteer: Gazetteer }) {
  api.get(
    '/api/admin/ads',
    {
      onRequest,
      schema: {
        tags,
        summary: 'List all listings in the order of posting',
        querystring: adminListingsQuerySchema,
        response: { 200: z.array(adminListingSchema), ...errorResponses },
      },
    },
    async (request, reply) => {
      const { listings, cursor, total } = await listAllListings(db, gazetteer, request.query);
      if (total !== null) reply.header('x-total-count', total);
      setNextLink(reply, cursor);
      return listings;
    },
  );

  api.get(
    '/api/admin/ads/count',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Count the listings of a filter, up to as many as a bulk action can have',
        querystring: adminListingFilterSchema,
        response: { 200: adminListingCountSchema, ...errorResponses },
      },
    },
    async (request) => {
      const { ids, isMore } = await findListingIds(db, gazetteer, request.query);
      return { count: ids.length, isMore };
    },
  );

  api.get(
    '/api/admin/ads.csv',
    {
      onRequest: [onRequest, requireStepUp],
      schema: {
        tags,
        summary: 'Export all listings of a filter as CSV',
        querystring: adminListingsExportSchema,
        response: errorResponses,
      },
    },
    async (request, reply) => {
      const lines = await exportListings(db, gazetteer, request.query);
      const { accountId: actorId } = requireUser(request);
      const event = { accountId: null, username: null, actorId, reason: 'listings as csv' };
      await recordAuditEvent(db, { kind: 'data-exported', ...event });
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', 'attachment; filename="listings.csv"')
        .send(Readable.from(lines) as never);
    },
  );
}
