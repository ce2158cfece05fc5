import { apiErrorSchema } from '#contract/api.ts';
import { changedHoursSchema, hoursChangeSchema, type ListingHours } from '#contract/hours/hours-change.ts';
import { changeDays } from '#contract/hours/weekly-hours.ts';
import { listingIdSchema } from '#contract/listings.ts';
import { ACTION_RIGHTS } from '#contract/ownership/members.ts';
import { z } from '#contract/zod.ts';
import { errorResponses } from '#server/accounts/error-responses.ts';
import { requireOwn } from '#server/listings/owner-action-routes.ts';
import type { PostingDeps } from '#server/listings/write/posting.ts';
import type { Api } from '#server/platform/http/api.ts';
import { requireSignedIn } from '#server/platform/http/sessions.ts';
import { changeHours } from './change-hours.ts';

const tags = ['Your listings'];
const errors = { ...errorResponses, 404: apiErrorSchema };
const params = z.object({ id: listingIdSchema });

/** The routes of a listing's hours. */
export function hoursRoutes(api: Api, deps: PostingDeps) {
  api.put(
    '/api/user/ads/:id/hours',
    {
      onRequest: requireSignedIn,
      config: { keyScope: 'listings:write' },
      schema: {
        tags,
        summary: 'Change the hours of a listing and nothing else',
        params,
        body: hoursChangeSchema,
        response: { 200: changedHoursSchema, ...errors },
      },
    },
    async (request) => {
      const own = await requireOwn(deps, request, ACTION_RIGHTS.edit);
      return deps.db
        .transaction()
        .execute((trx) => changeHours(trx, deps, own, (before) => applyChange(before, request.body)));
    },
  );
}

const applyChange = (
  { hours, specialHours }: ListingHours,
  change: z.infer<typeof hoursChangeSchema>,
): ListingHours => ({
  hours: change.hours === undefined ? hours : changeDays(hours, change.hours),
  specialHours: change.specialHours ?? specialHours,
});
