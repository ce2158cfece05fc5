import { apiErrorSchema } from '#contract/api.ts';
import { hoursFeedFormSchema, hoursFeedResponseSchema } from '#contract/hours/hours-feeds.ts';
import { listingIdSchema } from '#contract/listings.ts';
import { ACTION_RIGHTS } from '#contract/ownership/members.ts';
import { z } from '#contract/zod.ts';
import { errorResponses } from '#server/accounts/error-responses.ts';
import { requireOwn } from '#server/listings/owner-action-routes.ts';
import type { OwnerListingId } from '#server/listings/read/owner-listings.ts';
import type { Api } from '#server/platform/http/api.ts';
import { consumeRateLimit } from '#server/platform/http/rate-limit.ts';
import { requireSignedIn } from '#server/platform/http/sessions.ts';
import {
  checkHoursFeed,
  findHoursFeed,
  type HoursFeedDeps,
  removeHoursFeed,
  saveHoursFeed,
  turnOnHoursFeed,
} from './hours-feeds.ts';

const tags = ['Your listings'];
const params = z.object({ id: listingIdSchema });
const response = { 200: hoursFeedResponseSchema, ...errorResponses, 404: apiErrorSchema };
const PATH = '/api/user/ads/:id/hours-feed';
// Each connects to a server of somebody's choice.
const READING_RATE_LIMIT = { limit: 30, windowSeconds: 3600 };

/** The address from which the hours of a listing are read: it is read and shown first, then turned on. */
export function hoursFeedRoutes(api: Api, deps: HoursFeedDeps) {
  const { db } = deps;
  const answer = async (own: OwnerListingId) => ({ feed: await findHoursFeed(db, own) });
  const limit = ({ ownerId }: OwnerListingId) => consumeRateLimit(db, `hours-feed:${ownerId}`, READING_RATE_LIMIT);

  api.get(
    PATH,
    {
      onRequest: requireSignedIn,
      schema: { tags, summary: 'Where the hours of a listing are read, and what was read', params, response },
    },
    async (request) => answer(await requireOwn(deps, request, 'read')),
  );

  api.put(
    PATH,
    {
      onRequest: requireSignedIn,
      schema: {
        tags,
        summary:
          'Read the hours of a listing at an address of a calendar (iCal) or JSON; nothing changes before it is turned on',
        params,
        body: hoursFeedFormSchema,
        response,
      },
    },
    async (request) => {
      const own = await requireOwn(deps, request, ACTION_RIGHTS.edit);
      await limit(own);
      await saveHoursFeed(deps, own, request.body.url);
      return answer(own);
    },
  );

  api.post(
    `${PATH}/check`,
    {
      onRequest: requireSignedIn,
      schema: { tags, summary: 'Read the hours of a listing now; one that is turned on gets them', params, response },
    },
    async (request) => {
      const own = await requireOwn(deps, request, ACTION_RIGHTS.edit);
      await limit(own);
      await checkHoursFeed(deps, own);
      return answer(own);
    },
  );

  api.post(
    `${PATH}/turn-on`,
    {
      onRequest: requireSignedIn,
      schema: {
        tags,
        summary: 'Give a listing the hours that were read, and read them daily from now on',
        params,
        response,
      },
    },
    async (request) => {
      const own = await requireOwn(deps, request, ACTION_RIGHTS.edit);
      await turnOnHoursFeed(deps, own);
      return answer(own);
    },
  );

  api.delete(
    PATH,
    {
      onRequest: requireSignedIn,
      schema: { tags, summary: 'Stop reading the hours of a listing, which stay as they are', params, response },
    },
    async (request) => {
      const own = await requireOwn(deps, request, ACTION_RIGHTS.edit);
      await removeHoursFeed(db, own);
      return answer(own);
    },
  );
}
