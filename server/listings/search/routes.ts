import type { FastifyReply } from 'fastify';
import type { Kysely } from 'kysely';
import { apiErrorSchema } from '#contract/api.ts';
import {
  foundAdSchema,
  searchAboutSchema,
  searchMapQuerySchema,
  searchMapSchema,
  searchQuerySchema,
  soughtSchema,
  suggestionsQuerySchema,
  suggestionsSchema,
} from '#contract/search.ts';
import { z } from '#contract/zod.ts';
import type { DB } from '#server/db/schema.ts';
import { type Api, linkNext } from '#server/http/api.ts';
import type { Gazetteer } from '#server/places/gazetteer.ts';
import { mapSearch } from './map.ts';
import { aboutSearch, search, suggest } from './search.ts';

const tags = ['Search'];
const failures = { 400: apiErrorSchema, 404: apiErrorSchema, 429: apiErrorSchema };

/** Finding listings by words, place and filters. */
export function searchRoutes(api: Api, { db, gazetteer }: { db: Kysely<DB>; gazetteer: Gazetteer }) {
  api.get(
    '/api/search',
    {
      schema: {
        tags,
        summary: 'The listings that are looked for, best first; at most three sponsored ones on top',
        querystring: searchQuerySchema,
        response: { 200: z.array(foundAdSchema), ...failures },
      },
    },
    async (request, reply) => {
      const { ads, cursor } = await search(db, gazetteer, request.query);
      linkNext(forAnyone(reply), cursor);
      return ads;
    },
  );

  api.get(
    '/api/search/about',
    {
      schema: {
        tags,
        summary: 'How a search was understood, how many it finds, and what else could be looked for',
        querystring: soughtSchema,
        response: { 200: searchAboutSchema, ...failures },
      },
    },
    async (request, reply) => {
      forAnyone(reply);
      return aboutSearch(db, gazetteer, request.query);
    },
  );

  api.get(
    '/api/search/suggestions',
    {
      schema: {
        tags,
        summary: 'What somebody who has typed so much may mean: businesses, categories, places',
        querystring: suggestionsQuerySchema,
        response: { 200: suggestionsSchema, ...failures },
      },
    },
    async (request, reply) => {
      forAnyone(reply);
      return suggest(db, gazetteer, request.query);
    },
  );

  api.get(
    '/api/search/map',
    {
      schema: {
        tags,
        summary: 'Where the listings lie that are looked for: pins, and clusters of those that lie close',
        querystring: searchMapQuerySchema,
        response: { 200: searchMapSchema, ...failures },
      },
    },
    async (request, reply) => {
      forAnyone(reply);
      return mapSearch(db, gazetteer, request.query);
    },
  );
}

/** The answer is the same for everyone, and asked for again each time: a listing that was posted is found at once. */
const forAnyone = (reply: FastifyReply) => reply.header('cache-control', 'public, no-cache');
