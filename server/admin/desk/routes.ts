import { messageResponseSchema } from '#contract/accounts.ts';
import {
  comparisonSchema,
  likelyListingSchema,
  mergeWithSchema,
  otherListingSchema,
} from '#contract/admin/comparison.ts';
import { correctionSchema, restoreVersionSchema, versionNumberSchema } from '#contract/admin/corrections.ts';
import { deskSchema, mergedRowSchema } from '#contract/admin/desk.ts';
import { listingVersionSchema } from '#contract/admin/listing-versions.ts';
import { idSchema } from '#contract/api.ts';
import { defineMessage, t, translateDefined } from '#contract/i18n/t.ts';
import { z } from '#contract/zod.ts';
import type { PostingDeps } from '#server/listings/write/posting.ts';
import type { Api } from '#server/platform/http/api.ts';
import { Invalid } from '#server/platform/http/errors.ts';
import { requirePermission, requireStaff } from '#server/platform/http/permissions.ts';
import { requireUser } from '#server/platform/http/sessions.ts';
import { changeErrorResponses, errorResponses, tags } from '#server/staff/route-options.ts';
import { compareListings } from './comparison.ts';
import { readDesk } from './desk.ts';
import { readHistory } from './history.ts';
import { findLikelyListings } from './likely.ts';
import { mergeListings, separateListings, separateRow, splitListings } from './pairs.ts';
import { correctListing, restoreListing } from './staff-changes.ts';

const onRequest = requirePermission('listings');

const params = z.object({ id: idSchema });
const readErrors = { ...errorResponses, 404: changeErrorResponses[404] };
const done = { 200: messageResponseSchema, ...changeErrorResponses };

/** One listing's desk: everything about it, its versions, corrections, and what it is merged with. */
export function deskRoutes(api: Api, deps: PostingDeps) {
  readRoutes(api, deps);
  correctionRoutes(api, deps);
  pairRoutes(api, deps);
}

function readRoutes(api: Api, { db, gazetteer }: PostingDeps) {
  api.get(
    '/api/admin/ads/:id',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Retrieve everything about a listing',
        params,
        response: { 200: deskSchema, ...readErrors },
      },
    },
    (request) => readDesk(db, gazetteer, { ...request.params, ...requireStaff(request) }),
  );

  api.get(
    '/api/admin/ads/:id/versions',
    {
      onRequest,
      schema: {
        tags,
        summary: 'List the versions of a listing, newest first',
        params,
        response: { 200: z.array(listingVersionSchema), ...readErrors },
      },
    },
    (request) => readHistory(db, request.params.id),
  );
}

function correctionRoutes(api: Api, deps: PostingDeps) {
  api.patch(
    '/api/admin/ads/:id',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Correct fields of a listing, with a reason that its owner is told',
        params,
        body: correctionSchema,
        response: done,
      },
    },
    async (request) => {
      await correctListing(deps, { ...request.body, id: request.params.id, by: requireStaff(request) });
      return { message: t('The listing is corrected.') };
    },
  );

  api.post(
    '/api/admin/ads/:id/versions/:number/restore',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Restore a version of a listing, with a reason that its owner is told',
        params: params.extend({ number: versionNumberSchema }),
        body: restoreVersionSchema,
        response: done,
      },
    },
    async (request) => {
      const { id, number } = request.params;
      await restoreListing(deps, { ...request.body, id, number, by: requireStaff(request) });
      return { message: t('The version is restored.') };
    },
  );
}

function pairRoutes(api: Api, { db, gazetteer }: PostingDeps) {
  api.get(
    '/api/admin/ads/:id/likely',
    {
      onRequest,
      schema: {
        tags,
        summary: 'List listings that may be the same business, the likeliest first',
        params,
        response: { 200: z.array(likelyListingSchema), ...readErrors },
      },
    },
    (request) => findLikelyListings(db, gazetteer, request.params.id),
  );

  api.get(
    '/api/admin/ads/:id/compare/:other',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Compare two listings side by side',
        params: params.extend({ other: idSchema }),
        response: { 200: comparisonSchema, ...readErrors },
      },
    },
    (request) => compareListings(db, gazetteer, [request.params.id, request.params.other]),
  );

  api.post(
    '/api/admin/ads/:id/rows/separate',
    {
      onRequest,
      schema: {
        tags,
        summary: 'List a row of an import that was merged into a listing',
        params,
        body: mergedRowSchema,
        response: done,
      },
    },
    async (request) => {
      await separateRow(db, { ...request.body, id: request.params.id, by: requireUser(request).accountId });
      return { message: t('It’s a listing of its own now.') };
    },
  );

  api.post(
    '/api/admin/ads/:id/merge',
    {
      onRequest,
      schema: { tags, summary: 'Merge two listings of one business', params, body: mergeWithSchema, response: done },
    },
    async (request) => {
      const { other, keep } = request.body;
      const { id } = request.params;
      if (keep !== id && keep !== other) throw new Invalid(t('Choose which of the two listings stays.'));
      await mergeListings(db, { ids: [id, other], keep, by: requireUser(request).accountId });
      return { message: t('The listings are merged.') };
    },
  );

  for (const [name, verb, summary, message] of [
    [
      'separate',
      separateListings,
      'Decide that two listings are two businesses',
      defineMessage('They stay two listings.'),
    ],
    ['part', splitListings, 'Undo the merge of two listings', defineMessage('They are two listings again.')],
  ] as const) {
    api.post(
      `/api/admin/ads/:id/${name}`,
      { onRequest, schema: { tags, summary, params, body: otherListingSchema, response: done } },
      async (request) => {
        await verb(db, { ids: [request.params.id, request.body.other], by: requireUser(request).accountId });
        return { message: translateDefined(message) };
      },
    );
  }
}
