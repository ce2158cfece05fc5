import { apiErrorSchema } from '#contract/api.ts';
import { listingSpotSchema } from '#contract/listing-fields/addresses.ts';
import { pinSchema } from '#contract/listing-fields/listing-field-schemas.ts';
import { listingIdSchema } from '#contract/listings.ts';
import { ownerListingSchema } from '#contract/owner-listings.ts';
import { ACTION_RIGHTS } from '#contract/ownership/members.ts';
import { z } from '#contract/zod.ts';
import { errorResponses as accountErrors } from '#server/accounts/error-responses.ts';
import { setPin } from '#server/listings/lifecycle/pin.ts';
import { requireOwn } from '#server/listings/owner-action-routes.ts';
import { findOwnerListingRow } from '#server/listings/read/owner-listings.ts';
import type { PostingDeps } from '#server/listings/write/posting.ts';
import type { Api } from '#server/platform/http/api.ts';
import { requireSignedIn } from '#server/platform/http/sessions.ts';
import { findLikelyPoint } from './likely-point.ts';

const tags = ['Your listings'];
const params = z.object({ id: listingIdSchema });
const errors = { ...accountErrors, 404: apiErrorSchema };

/** Where a listing of the account likely is, before it is paid for, and its pin. */
export function pinRoutes(api: Api, deps: PostingDeps) {
  api.get(
    '/api/user/ads/:id/spot',
    {
      onRequest: requireSignedIn,
      schema: {
        tags,
        summary: 'Retrieve the point of a listing, or where its address likely is',
        params,
        response: { 200: listingSpotSchema, ...errors },
      },
    },
    async (request) => {
      const row = await findOwnerListingRow(deps.db, await requireOwn(deps, request, ACTION_RIGHTS.edit));
      const { address, city, zip, lat, lng } = row;
      const likely = await findLikelyPoint(deps, { address: address ?? '', city, zip });
      return lat === null || lng === null
        ? { ...likely, isSet: false }
        : { ...likely, point: { lat, lng }, isSet: true };
    },
  );

  api.put(
    '/api/user/ads/:id/pin',
    {
      onRequest: requireSignedIn,
      schema: {
        tags,
        summary: 'Set the map pin of a listing',
        params,
        body: pinSchema,
        response: { 200: ownerListingSchema, ...errors },
      },
    },
    async (request) => setPin(deps, await requireOwn(deps, request, ACTION_RIGHTS.edit), request.body),
  );
}
