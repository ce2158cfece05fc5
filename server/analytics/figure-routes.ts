import type { FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import { adViewSchema, analyticsSchema, overviewSchema, rangeQuerySchema } from '#contract/analytics.ts';
import { apiErrorSchema, listQuerySchema } from '#contract/api.ts';
import { adIdSchema } from '#contract/listings.ts';
import { z } from '#contract/zod.ts';
import { onlySignedIn } from '../accounts/routes.ts';
import type { DB } from '../db/schema.ts';
import { type Api, linkNext } from '../http/api.ts';
import { administrator, signedIn } from '../http/sessions.ts';
import { dailyFigures, figuresOf } from './figures.ts';
import { findMeasured } from './figures-access.ts';
import { figuresCsv } from './figures-csv.ts';
import { rangeOf } from './figures-range.ts';
import { listViews } from './figures-views.ts';
import { overviewOf } from './overview.ts';

const params = z.object({ id: adIdSchema });
const failures = { 400: apiErrorSchema, 401: apiErrorSchema, 403: apiErrorSchema };
const ofListing = { ...failures, 402: apiErrorSchema, 404: apiErrorSchema };

/** What was measured: of a listing, for its owner; of the site, for the administrator. */
export function figureRoutes(api: Api, { db }: { db: Kysely<DB> }) {
  const measured = (request: FastifyRequest<{ Params: z.output<typeof params> }>) =>
    findMeasured(db, signedIn(request), request.params.id);

  api.get(
    '/api/ads/:id/views',
    {
      onRequest: onlySignedIn,
      schema: {
        tags: ['Analytics'],
        summary: 'The visits to the page of a listing in the past 90 days, newest first',
        params,
        querystring: listQuerySchema,
        response: { 200: z.array(adViewSchema), ...ofListing },
      },
    },
    async (request, reply) => {
      const { id } = await measured(request);
      const { views, cursor } = await listViews(db, id, request.query);
      linkNext(reply, cursor);
      return views;
    },
  );

  api.get(
    '/api/ads/:id/analytics',
    {
      onRequest: onlySignedIn,
      schema: {
        tags: ['Analytics'],
        summary: 'What was measured of a listing: the past 30 days, or those asked for',
        params,
        querystring: rangeQuerySchema,
        response: { 200: analyticsSchema, ...ofListing },
      },
    },
    async (request) => figuresOf(db, await measured(request), rangeOf(request.query)),
  );

  api.get(
    '/api/ads/:id/analytics.csv',
    {
      onRequest: onlySignedIn,
      schema: {
        tags: ['Analytics'],
        summary: 'The same by day, as a file for spreadsheets',
        produces: ['text/csv'],
        params,
        querystring: rangeQuerySchema,
        response: { 200: z.string(), ...ofListing },
      },
    },
    async (request, reply) => {
      const { id } = await measured(request);
      const range = rangeOf(request.query);
      const name = `listing-${id}-${range.from}-to-${range.to}.csv`;
      reply.type('text/csv; charset=utf-8; header=present');
      reply.header('content-disposition', `attachment; filename="${name}"`);
      return figuresCsv(await dailyFigures(db, id, range));
    },
  );

  api.get(
    '/api/admin/overview',
    {
      onRequest: async (request) => {
        administrator(request);
      },
      schema: {
        tags: ['Administration'],
        summary: 'The site in figures: the past 30 days, or those asked for',
        querystring: rangeQuerySchema,
        response: { 200: overviewSchema, ...failures },
      },
    },
    (request) => overviewOf(db, rangeOf(request.query)),
  );
}
