import type { FastifyRequest } from 'fastify';
import { apiErrorSchema } from '#contract/api.ts';
import { idempotencyKeySchema, listingEditSchema, listingFormSchema } from '#contract/listing-form.ts';
import { listingIdSchema } from '#contract/listings.ts';
import {
  listingPreviewSchema,
  ownerListingPageSchema,
  ownerListingSchema,
  ownerListingsQuerySchema,
  postedListingSchema,
} from '#contract/owner-listings.ts';
import { z } from '#contract/zod.ts';
import { errorResponses as accountErrors } from '../accounts/routes.ts';
import type { Api } from '../http/api.ts';
import { setNextLink } from '../http/cursor.ts';
import { requireSignedIn, requireUser } from '../http/sessions.ts';
import { edit, pause, remove, renew, resume, undelete } from './lifecycle/lifecycle.ts';
import { findOwnerListingPage, listOwnerListings, type OwnerListingId, previewListing } from './read/owner-listings.ts';
import { duplicate } from './write/duplication.ts';
import { type PostingDeps, publish, saveDraft } from './write/posting.ts';

const tags = ['One’s own listings'];
const errors = { ...accountErrors, 404: apiErrorSchema };
const byId = z.object({ id: listingIdSchema });
/** The header of requests that create a listing. Loose, because the validated object replaces all headers. */
export const idempotencyHeaders = z.looseObject({ 'idempotency-key': idempotencyKeySchema.optional() });
const posting = {
  headers: idempotencyHeaders,
  body: listingFormSchema,
  response: { 200: postedListingSchema, 201: postedListingSchema, ...errors },
};

/** The routes of owners: drafts, and reading, editing, publishing and deleting their own listings. */
export function ownerListingRoutes(api: Api, deps: PostingDeps) {
  api.post(
    '/api/drafts',
    { onRequest: requireSignedIn, schema: { ...posting, tags, summary: 'Keeps a listing as a draft' } },
    async (request, reply) => {
      const { ad, isNew } = await saveDraft(deps, {
        ownerId: requireUser(request).accountId,
        fields: request.body,
        idempotencyKey: request.headers['idempotency-key'],
      });
      const message = ad.status === 'draft' ? 'Your listing is kept as a draft.' : 'This listing is there already.';
      return reply.code(isNew ? 201 : 200).send({ ad, message });
    },
  );

  api.get(
    '/api/user/ads',
    {
      onRequest: requireSignedIn,
      schema: {
        tags,
        summary: 'One’s own listings, newest first; deleted ones only where they are asked for',
        querystring: ownerListingsQuerySchema,
        response: { 200: z.array(ownerListingSchema), ...errors },
      },
    },
    async (request, reply) => {
      const { accountId } = requireUser(request);
      const { ads, cursor } = await listOwnerListings(deps.db, deps.gazetteer, accountId, request.query);
      setNextLink(reply, cursor);
      return ads;
    },
  );

  api.get(
    '/api/user/ads/:id',
    {
      onRequest: requireSignedIn,
      schema: {
        tags,
        summary: 'One of them, with what its form holds',
        params: byId,
        response: { 200: ownerListingPageSchema, ...errors },
      },
    },
    (request) => findOwnerListingPage(deps.db, deps.gazetteer, toOwnerListingId(request)),
  );

  api.get(
    '/api/user/ads/:id/preview',
    {
      onRequest: requireSignedIn,
      schema: {
        tags,
        summary: 'One of them as visitors see it, or would',
        params: byId,
        response: { 200: listingPreviewSchema, ...errors },
      },
    },
    (request) => previewListing(deps.db, deps.gazetteer, toOwnerListingId(request)),
  );

  api.put(
    '/api/user/ads/:id',
    {
      onRequest: requireSignedIn,
      schema: {
        tags,
        summary: 'Changes what it says, if it is still the version that the edit began from',
        params: byId,
        body: listingEditSchema,
        response: { 200: ownerListingPageSchema, ...errors },
      },
    },
    (request) => edit(deps, toOwnerListingId(request), request.body),
  );

  api.post(
    '/api/user/ads/:id/duplicate',
    {
      onRequest: requireSignedIn,
      schema: {
        tags,
        summary: 'Makes a draft of what it says, without its pictures',
        params: byId,
        response: { 200: postedListingSchema, 201: postedListingSchema, ...errors },
      },
    },
    async (request, reply) => {
      const { ad, isNew } = await duplicate(deps, toOwnerListingId(request));
      const message = 'The copy is kept as a draft. Pictures are not copied.';
      return reply.code(isNew ? 201 : 200).send({ ad, message });
    },
  );

  const action = { params: byId, response: { 200: ownerListingSchema, ...errors } };
  for (const [name, verb, summary] of [
    ['publish', publish, 'Publishes a draft as a free listing'],
    ['pause', pause, 'Takes it away from visitors'],
    ['resume', resume, 'Shows a paused one again'],
    ['renew', renew, 'Shows it for 30 days from now on'],
    ['undelete', undelete, 'Brings a deleted one back'],
  ] as const) {
    api.post(
      `/api/user/ads/:id/${name}`,
      { onRequest: requireSignedIn, schema: { ...action, tags, summary } },
      (request) => verb(deps, toOwnerListingId(request)),
    );
  }

  api.delete(
    '/api/user/ads/:id',
    {
      onRequest: requireSignedIn,
      schema: { ...action, tags, summary: 'Deletes it; it can be brought back for 30 days' },
    },
    (request) => remove(deps, toOwnerListingId(request)),
  );
}

const toOwnerListingId = (request: FastifyRequest<{ Params: z.output<typeof byId> }>): OwnerListingId => ({
  ownerId: requireUser(request).accountId,
  id: request.params.id,
});
