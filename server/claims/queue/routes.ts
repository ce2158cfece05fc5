import type { Kysely } from 'kysely';
import { withBlock } from '#contract/admin/decisions.ts';
import { idSchema } from '#contract/api.ts';
import {
  type AdminClaim,
  adminClaimSchema,
  adminClaimsQuerySchema,
  claimReasonSchema,
} from '#contract/ownership/claims.ts';
import { z } from '#contract/zod.ts';
import type { OwnershipDeps } from '#server/claims/ownership.ts';
import type { DB } from '#server/platform/db/schema.ts';
import type { Api } from '#server/platform/http/api.ts';
import { requirePermission } from '#server/platform/http/permissions.ts';
import { requireUser } from '#server/platform/http/sessions.ts';
import { withBlocks } from '#server/staff/decisions.ts';
import { changeErrorResponses, errorResponses, sendTablePage, tags } from '#server/staff/route-options.ts';
import { approveClaim, declineClaim } from './decide.ts';
import { listClaims } from './list-claims.ts';

const onRequest = requirePermission('claims');

const toCase = ({ claimant, listing }: AdminClaim) => ({ accounts: [claimant.id], listings: [listing.id] });

const params = z.object({ id: idSchema });

/** Lists, approves and declines claims. */
export function adminClaimRoutes(api: Api, { db, ...deps }: OwnershipDeps & { db: Kysely<DB> }) {
  api.get(
    '/api/admin/claims',
    {
      onRequest,
      schema: {
        tags,
        summary: 'List claims by status, newest first',
        querystring: adminClaimsQuerySchema,
        response: { 200: z.array(withBlock(adminClaimSchema)), ...errorResponses },
      },
    },
    async (request, reply) => {
      const { claims, ...list } = await listClaims(db, request.query);
      const rows = await withBlocks(db, { kind: 'claim-approved', by: requireUser(request).accountId }, claims, toCase);
      return sendTablePage(reply, rows, list);
    },
  );

  api.post(
    '/api/admin/claims/:id/approve',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Approve a claim: the claimant becomes the owner, and other claims of the listing are declined',
        params,
        response: { 200: adminClaimSchema, ...changeErrorResponses },
      },
    },
    (request) => approveClaim(db, { id: request.params.id, by: requireUser(request).accountId }, deps),
  );

  api.post(
    '/api/admin/claims/:id/decline',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Decline a claim and notify the claimant of the reason',
        params,
        body: claimReasonSchema,
        response: { 200: adminClaimSchema, ...changeErrorResponses },
      },
    },
    (request) => {
      const { accountId: by } = requireUser(request);
      return declineClaim(db, { id: request.params.id, by, reason: request.body.reason }, deps);
    },
  );
}
