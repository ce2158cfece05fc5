import type { FastifyRequest } from 'fastify';
import { apiErrorSchema } from '#contract/api.ts';
import { adEditSchema, adFormSchema, idempotencyKeySchema } from '#contract/listing-form.ts';
import { adIdSchema } from '#contract/listings.ts';
import {
  ownAdPageSchema,
  ownAdSchema,
  ownAdsQuerySchema,
  postedSchema,
  previewSchema,
} from '#contract/own-listings.ts';
import { z } from '#contract/zod.ts';
import { failures as accountFailures, onlySignedIn } from '../accounts/routes.ts';
import { type Api, linkNext } from '../http/api.ts';
import { signedIn } from '../http/sessions.ts';
import { edit, pause, remove, renew, resume, undelete } from './lifecycle/lifecycle.ts';
import { findOwnPage, listOwn, type Own, preview } from './read/own-listings.ts';
import { duplicate, type PostingParts, publish, saveDraft } from './write/posting.ts';

const tags = ['One’s own listings'];
const failures = { ...accountFailures, 404: apiErrorSchema };
const byId = z.object({ id: adIdSchema });
/** The header of whatever makes a listing. Loose, because what is validated takes the place of all headers. */
export const idempotencyHeaders = z.looseObject({ 'idempotency-key': idempotencyKeySchema.optional() });
const posting = {
  headers: idempotencyHeaders,
  body: adFormSchema,
  response: { 200: postedSchema, 201: postedSchema, ...failures },
};

/** What owners do with their listings: keep drafts, publish, see and change them. Posting at once may be paid for (payments). */
export function ownRoutes(api: Api, parts: PostingParts) {
  api.post(
    '/api/drafts',
    { onRequest: onlySignedIn, schema: { ...posting, tags, summary: 'Keeps a listing as a draft' } },
    async (request, reply) => {
      const { ad, isNew } = await saveDraft(parts, {
        ownerId: signedIn(request).accountId,
        fields: request.body,
        key: request.headers['idempotency-key'],
      });
      const message = ad.status === 'draft' ? 'Your listing is kept as a draft.' : 'This listing is there already.';
      return reply.code(isNew ? 201 : 200).send({ ad, message });
    },
  );

  api.get(
    '/api/user/ads',
    {
      onRequest: onlySignedIn,
      schema: {
        tags,
        summary: 'One’s own listings, newest first; deleted ones only where they are asked for',
        querystring: ownAdsQuerySchema,
        response: { 200: z.array(ownAdSchema), ...failures },
      },
    },
    async (request, reply) => {
      const { accountId } = signedIn(request);
      const { ads, cursor } = await listOwn(parts.db, parts.gazetteer, accountId, request.query);
      linkNext(reply, cursor);
      return ads;
    },
  );

  api.get(
    '/api/user/ads/:id',
    {
      onRequest: onlySignedIn,
      schema: {
        tags,
        summary: 'One of them, with what its form holds',
        params: byId,
        response: { 200: ownAdPageSchema, ...failures },
      },
    },
    (request) => findOwnPage(parts.db, parts.gazetteer, ownOf(request)),
  );

  api.get(
    '/api/user/ads/:id/preview',
    {
      onRequest: onlySignedIn,
      schema: {
        tags,
        summary: 'One of them as visitors see it, or would',
        params: byId,
        response: { 200: previewSchema, ...failures },
      },
    },
    (request) => preview(parts.db, parts.gazetteer, ownOf(request)),
  );

  api.put(
    '/api/user/ads/:id',
    {
      onRequest: onlySignedIn,
      schema: {
        tags,
        summary: 'Changes what it says, if it is still the version that the edit began from',
        params: byId,
        body: adEditSchema,
        response: { 200: ownAdPageSchema, ...failures },
      },
    },
    (request) => edit(parts, ownOf(request), request.body),
  );

  api.post(
    '/api/user/ads/:id/duplicate',
    {
      onRequest: onlySignedIn,
      schema: {
        tags,
        summary: 'Makes a draft of what it says, without its pictures',
        params: byId,
        response: { 200: postedSchema, 201: postedSchema, ...failures },
      },
    },
    async (request, reply) => {
      const { ad, isNew } = await duplicate(parts, ownOf(request));
      const message = 'The copy is kept as a draft. Pictures are not copied.';
      return reply.code(isNew ? 201 : 200).send({ ad, message });
    },
  );

  const act = { params: byId, response: { 200: ownAdSchema, ...failures } };
  for (const [name, verb, summary] of [
    ['publish', publish, 'Publishes a draft as a free listing'],
    ['pause', pause, 'Takes it away from visitors'],
    ['resume', resume, 'Shows a paused one again'],
    ['renew', renew, 'Shows it for 30 days from now on'],
    ['undelete', undelete, 'Brings a deleted one back'],
  ] as const) {
    api.post(`/api/user/ads/:id/${name}`, { onRequest: onlySignedIn, schema: { ...act, tags, summary } }, (request) =>
      verb(parts, ownOf(request)),
    );
  }

  api.delete(
    '/api/user/ads/:id',
    { onRequest: onlySignedIn, schema: { ...act, tags, summary: 'Deletes it; it can be brought back for 30 days' } },
    (request) => remove(parts, ownOf(request)),
  );
}

const ownOf = (request: FastifyRequest<{ Params: z.output<typeof byId> }>): Own => ({
  ownerId: signedIn(request).accountId,
  id: request.params.id,
});
