import type { FastifyRequest } from 'fastify';
import { apiErrorSchema } from '#contract/api.ts';
import { t } from '#contract/i18n/t.ts';
import { listingEditSchema } from '#contract/listing-form.ts';
import { listingIdSchema } from '#contract/listings.ts';
import { editedListingSchema, ownerListingSchema, postedListingSchema } from '#contract/owner-listings.ts';
import { ACTION_RIGHTS, type ListingRight } from '#contract/ownership/members.ts';
import { z } from '#contract/zod.ts';
import { errorResponses as accountErrors } from '#server/accounts/error-responses.ts';
import { edit } from '#server/listings/lifecycle/edit.ts';
import { pause, remove, renew, resume, undelete } from '#server/listings/lifecycle/lifecycle.ts';
import { requireListing } from '#server/listings/members/access.ts';
import { publish } from '#server/listings/write/drafts.ts';
import { type DuplicationDeps, duplicate } from '#server/listings/write/duplication.ts';
import type { PostingDeps } from '#server/listings/write/posting.ts';
import type { Api } from '#server/platform/http/api.ts';
import { requireSignedIn, requireUser } from '#server/platform/http/sessions.ts';
import { findCorrections } from './fields.ts';

const tags = ['Your listings'];
const errors = { ...accountErrors, 404: apiErrorSchema };
const byId = z.object({ id: listingIdSchema });

/** The routes that change a listing of the account: its form, a copy, and every transition. */
export function ownerActionRoutes(api: Api, deps: DuplicationDeps) {
  api.put(
    '/api/user/ads/:id',
    {
      onRequest: requireSignedIn,
      config: { keyScope: 'listings:write' },
      schema: {
        tags,
        summary: 'Update a listing if its version is still the one being edited',
        params: byId,
        body: listingEditSchema,
        response: { 200: editedListingSchema, ...errors },
      },
    },
    async (request) => ({
      ...(await edit(deps, await requireOwn(deps, request, ACTION_RIGHTS.edit), request.body)),
      ...findCorrections(deps.gazetteer, request.body),
    }),
  );

  api.post(
    '/api/user/ads/:id/duplicate',
    {
      onRequest: requireSignedIn,
      schema: {
        tags,
        summary: 'Duplicate a listing as a draft, with its photos',
        params: byId,
        response: { 200: postedListingSchema, 201: postedListingSchema, ...errors },
      },
    },
    async (request, reply) => {
      const { ad, isNew } = await duplicate(deps, await requireOwn(deps, request, ACTION_RIGHTS.duplicate));
      const message = t('The copy is saved as a draft, photos included.');
      return reply.code(isNew ? 201 : 200).send({ ad, message });
    },
  );

  const action = { params: byId, response: { 200: ownerListingSchema, ...errors } };
  for (const [name, verb, summary] of [
    ['publish', publish, 'Publish a draft as a free listing'],
    ['pause', pause, 'Pause a listing'],
    ['resume', resume, 'Resume a paused listing'],
    ['renew', renew, 'Renew a listing for 30 days from now'],
    ['undelete', undelete, 'Restore a deleted listing'],
  ] as const) {
    api.post(
      `/api/user/ads/:id/${name}`,
      { onRequest: requireSignedIn, config: { keyScope: 'listings:write' }, schema: { ...action, tags, summary } },
      async (request) => verb(deps, await requireOwn(deps, request, ACTION_RIGHTS[name])),
    );
  }

  api.delete(
    '/api/user/ads/:id',
    {
      onRequest: requireSignedIn,
      schema: { ...action, tags, summary: 'Delete a listing; it can be restored for 30 days' },
    },
    async (request) => remove(deps, await requireOwn(deps, request, ACTION_RIGHTS.delete)),
  );
}

/** The listing of a request's path, if the account has a right to it. @throws {NotFound} see `requireListing` */
export const requireOwn = (
  { db }: Pick<PostingDeps, 'db'>,
  request: FastifyRequest<{ Params: z.output<typeof byId> }>,
  right: ListingRight,
) => requireListing(db, { accountId: requireUser(request).accountId, id: request.params.id }, right);
