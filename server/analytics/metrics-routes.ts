import type { FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import { analyticsSchema, dateRangeQuerySchema, listingPageViewSchema } from '#contract/analytics.ts';
import { apiErrorSchema, listQuerySchema } from '#contract/api.ts';
import { defineMessage, translateDefined } from '#contract/i18n/t.ts';
import { listingIdSchema } from '#contract/listings.ts';
import { z } from '#contract/zod.ts';
import type { DB } from '#server/platform/db/schema.ts';
import type { Api } from '#server/platform/http/api.ts';
import { setNextLink } from '#server/platform/http/cursor.ts';
import { requireSignedIn, requireUser } from '#server/platform/http/sessions.ts';
import { parseDateRange } from './date-range.ts';
import { type DailyMetrics, getDailyMetrics, getListingMetrics } from './listing-metrics.ts';
import { listViews } from './listing-views.ts';
import { findMeasuredListing } from './metrics-access.ts';

const params = z.object({ id: listingIdSchema });
const errorResponses = { 400: apiErrorSchema, 401: apiErrorSchema, 403: apiErrorSchema };
const listingErrorResponses = { ...errorResponses, 402: apiErrorSchema, 404: apiErrorSchema };

/** The metrics of a listing, for its owner. */
export function metricsRoutes(api: Api, { db }: { db: Kysely<DB> }) {
  const findListing = (request: FastifyRequest<{ Params: z.output<typeof params> }>) =>
    findMeasuredListing(db, requireUser(request), request.params.id);

  api.get(
    '/api/ads/:id/views',
    {
      onRequest: requireSignedIn,
      schema: {
        tags: ['Analytics'],
        summary: 'List the visits to a listing in the past 90 days, newest first',
        params,
        querystring: listQuerySchema,
        response: { 200: z.array(listingPageViewSchema), ...listingErrorResponses },
      },
    },
    async (request, reply) => {
      const { id } = await findListing(request);
      const { views, cursor } = await listViews(db, id, request.query);
      setNextLink(reply, cursor);
      return views;
    },
  );

  api.get(
    '/api/ads/:id/analytics',
    {
      config: { keyScope: 'analytics:read' },
      onRequest: requireSignedIn,
      schema: {
        tags: ['Analytics'],
        summary: 'Retrieve the metrics of a listing for a range of days, by default the past 30',
        params,
        querystring: dateRangeQuerySchema,
        response: { 200: analyticsSchema, ...listingErrorResponses },
      },
    },
    async (request) => getListingMetrics(db, await findListing(request), parseDateRange(request.query)),
  );

  api.get(
    '/api/ads/:id/analytics.csv',
    {
      config: { keyScope: 'analytics:read' },
      onRequest: requireSignedIn,
      schema: {
        tags: ['Analytics'],
        summary: 'Export the daily metrics of a listing as CSV',
        produces: ['text/csv'],
        params,
        querystring: dateRangeQuerySchema,
        response: { 200: z.string(), ...listingErrorResponses },
      },
    },
    async (request, reply) => {
      const { id } = await findListing(request);
      const range = parseDateRange(request.query);
      const name = `listing-${id}-${range.from}-to-${range.to}.csv`;
      reply.type('text/csv; charset=utf-8; header=present');
      reply.header('content-disposition', `attachment; filename="${name}"`);
      return toMetricsCsv(await getDailyMetrics(db, id, range));
    },
  );
}

const COLUMNS: [heading: string, keyof DailyMetrics][] = [
  [defineMessage('Day'), 'date'],
  [defineMessage('Views'), 'views'],
  [defineMessage('Impressions'), 'impressions'],
  [defineMessage('Website clicks'), 'websiteClicks'],
  [defineMessage('Phone clicks'), 'phoneClicks'],
  [defineMessage('Map clicks'), 'mapClicks'],
  [defineMessage('Shares'), 'shares'],
  [defineMessage('Messages'), 'messages'],
];

/** One line for each day (RFC 4180). It contains no text of users, so no cell can be a formula. */
const toMetricsCsv = (days: DailyMetrics[]): string =>
  [
    COLUMNS.map(([heading]) => translateDefined(heading)),
    ...days.map((day) => COLUMNS.map(([, column]) => day[column])),
  ]
    .map((cells) => `${cells.join(',')}\r\n`)
    .join('');
