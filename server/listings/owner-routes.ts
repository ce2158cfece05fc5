import { messageResponseSchema } from '#contract/accounts.ts';
import { apiErrorSchema } from '#contract/api.ts';
import { t } from '#contract/i18n/t.ts';
import { idempotencyKeySchema, listingFormSchema } from '#contract/listing-form.ts';
import { listingIdSchema } from '#contract/listings.ts';
import { unsubscribeSchema } from '#contract/mailings.ts';
import {
  listingPreviewSchema,
  ownerListingPageSchema,
  ownerListingSchema,
  ownerListingsQuerySchema,
  postedListingSchema,
  similarListingsQuerySchema,
} from '#contract/owner-listings.ts';
import { z } from '#contract/zod.ts';
import { errorResponses as accountErrors } from '#server/accounts/error-responses.ts';
import { hoursRoutes } from '#server/listings/hours/hours-routes.ts';
import { confirmListings } from '#server/listings/lifecycle/accuracy-check.ts';
import { listOwnerListings } from '#server/listings/read/list-owner-listings.ts';
import { findOwnerListingPage, previewListing } from '#server/listings/read/owner-listing-page.ts';
import { findSimilarListings } from '#server/listings/read/similar.ts';
import { saveDraft } from '#server/listings/write/drafts.ts';
import type { DuplicationDeps } from '#server/listings/write/duplication.ts';
import type { PostingDeps } from '#server/listings/write/posting.ts';
import type { Api } from '#server/platform/http/api.ts';
import { setNextLink } from '#server/platform/http/cursor.ts';
import { requireSignedIn, requireUser } from '#server/platform/http/sessions.ts';
import { findCorrections } from './fields.ts';
import { ownerActionRoutes, requireOwn } from './owner-action-routes.ts';
import { postingDraftRoutes } from './posting-draft-routes.ts';
import { renewalRoute } from './renewal-route.ts';
import { shownEmailRoutes } from './shown-email-routes.ts';

const tags = ['Your listings'];
const errors = { ...accountErrors, 404: apiErrorSchema };
const byId = z.object({ id: listingIdSchema });
/** The header of requests that create a listing. Loose, because the validated object replaces all headers. */
export const idempotencyHeaders = z.looseObject({ 'idempotency-key': idempotencyKeySchema.optional() });
const posting = {
  headers: idempotencyHeaders,
  body: listingFormSchema,
  response: { 200: postedListingSchema, 201: postedListingSchema, ...errors },
};

/** The routes of owners, and of those who help them: creating drafts, reading and changing listings. */
export function ownerListingRoutes(api: Api, deps: DuplicationDeps) {
  draftRoute(api, deps);
  postingDraftRoutes(api, deps);
  listRoutes(api, deps);
  confirmationRoute(api, deps);
  listingRoutes(api, deps);
  ownerActionRoutes(api, deps);
  renewalRoute(api, deps);
  hoursRoutes(api, deps);
  shownEmailRoutes(api, deps);
}

function draftRoute(api: Api, deps: PostingDeps) {
  api.post(
    '/api/drafts',
    {
      onRequest: requireSignedIn,
      config: { keyScope: 'listings:write' },
      schema: { ...posting, tags, summary: 'Create a draft' },
    },
    async (request, reply) => {
      const { ad, isNew } = await saveDraft(deps, {
        ownerId: requireUser(request).accountId,
        fields: request.body,
        idempotencyKey: request.headers['idempotency-key'],
      });
      const message =
        ad.status === 'draft' ? t('Your listing is saved as a draft.') : t('You’ve already created this listing.');
      const corrections = findCorrections(deps.gazetteer, request.body);
      return reply.code(isNew ? 201 : 200).send({ ad, message, ...corrections });
    },
  );
}

function listRoutes(api: Api, deps: PostingDeps) {
  api.get(
    '/api/user/ads',
    {
      onRequest: requireSignedIn,
      config: { keyScope: 'listings:read' },
      schema: {
        tags,
        summary: 'List the listings of the account, newest first; deleted ones only on request',
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
    '/api/user/ads/similar',
    {
      onRequest: requireSignedIn,
      schema: {
        tags,
        summary: 'List listings of the account for the same business as a form',
        headers: idempotencyHeaders,
        querystring: similarListingsQuerySchema,
        response: { 200: z.array(ownerListingSchema), ...errors },
      },
    },
    (request) =>
      findSimilarListings(deps.db, deps.gazetteer, {
        ownerId: requireUser(request).accountId,
        business: request.query,
        idempotencyKey: request.headers['idempotency-key'],
      }),
  );
}

function confirmationRoute(api: Api, deps: PostingDeps) {
  api.post(
    '/api/confirm-listings',
    {
      schema: {
        tags,
        summary: 'Confirm the listings of an account by the token of an email, without signing in',
        body: unsubscribeSchema,
        response: { 200: messageResponseSchema, 400: apiErrorSchema, 404: apiErrorSchema },
      },
    },
    async (request) => {
      await confirmListings(deps.db, request.body.token);
      return { message: t('Thanks for checking.') };
    },
  );
}

function listingRoutes(api: Api, deps: PostingDeps) {
  api.get(
    '/api/user/ads/:id',
    {
      onRequest: requireSignedIn,
      config: { keyScope: 'listings:read' },
      schema: {
        tags,
        summary: 'Retrieve a listing of the account with the fields of its form',
        params: byId,
        response: { 200: ownerListingPageSchema, ...errors },
      },
    },
    async (request) => findOwnerListingPage(deps.db, deps.gazetteer, await requireOwn(deps, request, 'read')),
  );

  api.get(
    '/api/user/ads/:id/preview',
    {
      onRequest: requireSignedIn,
      config: { keyScope: 'listings:read' },
      schema: {
        tags,
        summary: 'Preview a listing of the account as its public page',
        params: byId,
        response: { 200: listingPreviewSchema, ...errors },
      },
    },
    async (request) => previewListing(deps.db, deps.gazetteer, await requireOwn(deps, request, 'read')),
  );
}
