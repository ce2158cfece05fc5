import type { FastifyRequest } from 'fastify';
import { messageResponseSchema } from '#contract/accounts.ts';
import { versionNumberSchema } from '#contract/admin/corrections.ts';
import { withBlock } from '#contract/admin/decisions.ts';
import {
  type Objection,
  objectionAnswerSchema,
  objectionFormSchema,
  objectionSchema,
  objectionsQuerySchema,
  staffChangeSchema,
} from '#contract/admin/objections.ts';
import { apiErrorSchema, idSchema } from '#contract/api.ts';
import { defineMessage, translateDefined } from '#contract/i18n/t.ts';
import type { ListingRight } from '#contract/ownership/members.ts';
import { z } from '#contract/zod.ts';
import { requireListing } from '#server/listings/members/access.ts';
import type { PostingDeps } from '#server/listings/write/posting.ts';
import type { Api } from '#server/platform/http/api.ts';
import { requirePermission, requireStaff } from '#server/platform/http/permissions.ts';
import { requireSignedIn, requireUser } from '#server/platform/http/sessions.ts';
import { withBlocks } from '#server/staff/decisions.ts';
import { changeErrorResponses, errorResponses, sendTablePage, tags } from '#server/staff/route-options.ts';
import { decideObjection, listObjections } from './objections.ts';
import { fileObjection, listStaffChanges } from './staff-change-list.ts';

const onRequest = requirePermission('listings');

const toCase = ({ id, owner, listing }: Objection) => ({ ref: id, accounts: [owner.id], listings: [listing.id] });

const params = z.object({ id: idSchema });
const ownerTags = ['Your listings'];
const ownerResponse = {
  200: z.array(staffChangeSchema),
  400: apiErrorSchema,
  401: apiErrorSchema,
  404: apiErrorSchema,
  409: apiErrorSchema,
};

/** What the staff changed of an owner's listing, objections of owners, and the decisions on them. */
export function objectionRoutes(api: Api, deps: PostingDeps) {
  const findOwn = (request: FastifyRequest<{ Params: z.output<typeof params> }>, right: ListingRight) =>
    requireListing(deps.db, { accountId: requireUser(request).accountId, id: request.params.id }, right);

  api.get(
    '/api/user/ads/:id/changes',
    {
      onRequest: requireSignedIn,
      schema: {
        tags: ownerTags,
        summary: 'List what the staff changed of a listing, newest first',
        params,
        response: ownerResponse,
      },
    },
    async (request) => listStaffChanges(deps.db, await findOwn(request, 'read')),
  );

  api.post(
    '/api/user/ads/:id/changes/:number/object',
    {
      onRequest: requireSignedIn,
      schema: {
        tags: ownerTags,
        summary: 'Object to a change by the staff',
        params: params.extend({ number: versionNumberSchema }),
        body: objectionFormSchema,
        response: ownerResponse,
      },
    },
    async (request) =>
      fileObjection(deps.db, { ...(await findOwn(request, 'own')), ...request.body, number: request.params.number }),
  );

  api.get(
    '/api/admin/objections',
    {
      onRequest,
      schema: {
        tags,
        summary: 'List objections of owners to changes of their listings',
        querystring: objectionsQuerySchema,
        response: { 200: z.array(withBlock(objectionSchema)), ...errorResponses },
      },
    },
    async (request, reply) => {
      const { objections, ...list } = await listObjections(deps.db, request.query);
      const by = requireUser(request).accountId;
      const rows = await withBlocks(deps.db, { kind: 'objection-decided', by }, objections, toCase);
      return sendTablePage(reply, rows, list);
    },
  );

  for (const [name, outcome, summary, message] of [
    ['keep', 'kept', 'Decide that a change stays, and answer its owner', defineMessage('The change stays.')],
    ['restore', 'restored', 'Take a change back, and answer the owner', defineMessage('The change is taken back.')],
  ] as const) {
    api.post(
      `/api/admin/objections/:id/${name}`,
      {
        onRequest,
        schema: {
          tags,
          summary,
          params,
          body: objectionAnswerSchema,
          response: { 200: messageResponseSchema, ...changeErrorResponses },
        },
      },
      async (request) => {
        const { id } = request.params;
        await decideObjection(deps, { id, by: requireStaff(request), outcome, answer: request.body.answer });
        return { message: translateDefined(message) };
      },
    );
  }
}
