import type { FastifyReply } from 'fastify';
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
import { type Api, linkNext } from '#server/http/api.ts';
import { aboutSearch } from './about.ts';
import { mapSearch } from './map.ts';
import { search } from './search.ts';
import { suggest } from './suggestions.ts';
import type { SearchParts } from './understanding.ts';

const tags = ['Search'];
const failures = { 400: apiErrorSchema, 404: apiErrorSchema, 429: apiErrorSchema };

/** Finding listings by words, place and filters. */
export function searchRoutes(api: Api, parts: SearchParts) {
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
      const { ads, cursor } = await search(parts, request.query);
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
      return aboutSearch(parts, request.query);
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
      return suggest(parts, request.query);
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
      return mapSearch(parts, request.query);
    },
  );
}

/** The answer is the same for everyone, and asked for again each time: a listing that was posted is found at once. */
const forAnyone = (reply: FastifyReply) => reply.header('cache-control', 'public, no-cache');
