import type { FastifyReply, FastifyRequest } from 'fastify';
import { apiErrorSchema, listQuerySchema } from '#contract/api.ts';
import {
  emptySearchSchema,
  foundAdSchema,
  searchAboutSchema,
  searchMapSchema,
  searchQuerySchema,
  soughtSchema,
  suggestionsQuerySchema,
  suggestionsSchema,
} from '#contract/search.ts';
import { z } from '#contract/zod.ts';
import { type Api, linkNext } from '#server/http/api.ts';
import { keepPace } from '#server/http/pace.ts';
import { administrator } from '#server/http/sessions.ts';
import { aboutSearch } from './about.ts';
import { type EmptySearches, listEmptySearches } from './empty-searches.ts';
import { mapSearch } from './map.ts';
import { search } from './search.ts';
import { suggest } from './suggestions.ts';
import type { SearchParts } from './understanding.ts';

const tags = ['Search'];
const failures = { 400: apiErrorSchema, 404: apiErrorSchema, 429: apiErrorSchema };

// A page of results asks three times, a word that is typed as often as it has letters.
const PACE = { most: 600, seconds: 60 };

/** Finding listings by words, place and filters. */
export function searchRoutes(api: Api, { emptySearches, ...parts }: SearchParts & { emptySearches: EmptySearches }) {
  const checkPace = keepPace(PACE);
  const onRequest = async (request: FastifyRequest) => checkPace(request);

  api.get(
    '/api/search',
    {
      onRequest,
      schema: {
        tags,
        summary: 'The listings that are looked for, best first; at most three sponsored ones on top',
        querystring: searchQuerySchema,
        response: { 200: z.array(foundAdSchema), ...failures },
      },
    },
    async (request, reply) => {
      const { ads, cursor, isEmpty, understood } = await search(parts, request.query);
      if (isEmpty) emptySearches.count(understood.asked.words.map(({ text }) => text).join(' '));
      linkNext(forAnyone(reply), cursor);
      return ads;
    },
  );

  api.get(
    '/api/search/about',
    {
      onRequest,
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
      onRequest,
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
      onRequest,
      schema: {
        tags,
        summary: 'Where the listings lie that are looked for: pins, and clusters of those that lie close',
        querystring: soughtSchema,
        response: { 200: searchMapSchema, ...failures },
      },
    },
    async (request, reply) => {
      forAnyone(reply);
      return mapSearch(parts, request.query);
    },
  );

  api.get(
    '/api/admin/searches',
    {
      onRequest: async (request) => {
        administrator(request);
      },
      schema: {
        tags: ['Administration'],
        summary: 'What was looked for in vain in the past 30 days, the most frequent first',
        querystring: listQuerySchema.pick({ limit: true }),
        response: { 200: z.array(emptySearchSchema), 400: apiErrorSchema, 401: apiErrorSchema, 403: apiErrorSchema },
      },
    },
    async (request) => listEmptySearches(parts.db, request.query),
  );
}

/** The answer is the same for everyone, and asked for again each time: a listing that was posted is found at once. */
const forAnyone = (reply: FastifyReply) => reply.header('cache-control', 'public, no-cache');
