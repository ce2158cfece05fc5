import type { FastifyReply } from 'fastify';
import { apiErrorSchema } from '#contract/api.ts';
import { compareQuerySchema, comparisonSchema } from '#contract/compare.ts';
import {
  foundListingSchema,
  searchFiltersSchema,
  searchMapSchema,
  searchQuerySchema,
  searchSummarySchema,
  suggestionsQuerySchema,
  suggestionsSchema,
} from '#contract/search.ts';
import { z } from '#contract/zod.ts';
import type { Api } from '#server/http/api.ts';
import { setNextLink } from '#server/http/cursor.ts';
import { setSurrogateKeys } from '#server/page-cache/cache-plugin.ts';
import { aboutSearch } from './about.ts';
import { compareListings } from './compare.ts';
import type { EmptySearches } from './empty-searches.ts';
import { mapSearch } from './map/map.ts';
import type { SearchDeps } from './query-understanding.ts';
import { search } from './search.ts';
import { suggest } from './suggestions.ts';

const tags = ['Search'];
const failures = { 400: apiErrorSchema, 404: apiErrorSchema, 429: apiErrorSchema };

/** Finding listings by words, place and filters. */
export function searchRoutes(api: Api, { emptySearches, ...parts }: SearchDeps & { emptySearches: EmptySearches }) {
  api.get(
    '/api/search',
    {
      schema: {
        tags,
        summary: 'Search listings, most relevant first, with at most three sponsored listings on top',
        querystring: searchQuerySchema,
        response: { 200: z.array(foundListingSchema), ...failures },
      },
    },
    async (request, reply) => {
      const { listings: ads, cursor, isEmpty, understood } = await search(parts, request.query);
      if (isEmpty) emptySearches.record(understood.parsed.words.map(({ text }) => text).join(' '));
      setNextLink(setPublicCacheControl(reply), cursor);
      return ads;
    },
  );

  api.get(
    '/api/search/about',
    {
      schema: {
        tags,
        summary: 'Retrieve the interpretation of a search, its number of results, and alternatives',
        querystring: searchFiltersSchema,
        response: { 200: searchSummarySchema, ...failures },
      },
    },
    async (request, reply) => {
      setPublicCacheControl(reply);
      return aboutSearch(parts, request.query);
    },
  );

  api.get(
    '/api/compare',
    {
      config: { cacheable: true },
      schema: {
        tags,
        summary: 'Retrieve up to four listings to compare, with their distances from a place',
        querystring: compareQuerySchema,
        response: { 200: comparisonSchema, 400: apiErrorSchema },
      },
    },
    async (request, reply) => {
      const { surrogateKeys, expiresAt, ...comparison } = await compareListings(parts, request.query);
      setSurrogateKeys(reply, surrogateKeys, expiresAt);
      return comparison;
    },
  );

  api.get(
    '/api/search/suggestions',
    {
      schema: {
        tags,
        summary: 'Suggest businesses, categories and places for a partial query',
        querystring: suggestionsQuerySchema,
        response: { 200: suggestionsSchema, ...failures },
      },
    },
    async (request, reply) => {
      setPublicCacheControl(reply);
      return suggest(parts, request.query);
    },
  );

  api.get(
    '/api/search/map',
    {
      schema: {
        tags,
        summary: 'List the results of a search as map pins and clusters',
        querystring: searchFiltersSchema,
        response: { 200: searchMapSchema, ...failures },
      },
    },
    async (request, reply) => {
      setPublicCacheControl(reply);
      return mapSearch(parts, request.query);
    },
  );
}

/** The response is the same for everyone but must be revalidated, so that a new listing is found immediately. */
const setPublicCacheControl = (reply: FastifyReply) => reply.header('cache-control', 'public, no-cache');
