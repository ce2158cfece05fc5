import { apiErrorSchema } from '#contract/api.ts';
import { compareQuerySchema, comparisonSchema } from '#contract/compare/compare.ts';
import {
  filterCountsSchema,
  foundListingSchema,
  searchFiltersSchema,
  searchMapSchema,
  searchQuerySchema,
  searchSummarySchema,
  suggestedCategoriesQuerySchema,
  suggestedCategorySchema,
  suggestionsQuerySchema,
  suggestionsSchema,
} from '#contract/search.ts';
import { z } from '#contract/zod.ts';
import { findCategory } from '#server/categories/categories.ts';
import type { Api } from '#server/platform/http/api.ts';
import { setNextLink } from '#server/platform/http/cursor.ts';
import { setSurrogateKeys } from '#server/platform/page-cache/cache-plugin.ts';
import { mapSearch } from '#server/search/map/map.ts';
import { countFilters } from '#server/search/results/filter-counts.ts';
import { suggestCategories } from '#server/search/suggestions/suggested-categories.ts';
import { suggest } from '#server/search/suggestions/suggestions.ts';
import { aboutSearch } from './about.ts';
import { cacheCounts, cacheForSeconds } from './cache-for-seconds.ts';
import { compareListings } from './compare.ts';
import type { SearchCounts } from './empty-searches.ts';
import type { SearchDeps } from './query-understanding.ts';
import { search } from './search.ts';

const tags = ['Search'];
const config = { cacheable: true };
const failures = { 400: apiErrorSchema, 404: apiErrorSchema, 429: apiErrorSchema };

/** Finding listings by words, place and filters. */
export function searchRoutes(
  api: Api,
  { emptySearches, foundSearches, ...parts }: SearchDeps & { emptySearches: SearchCounts; foundSearches: SearchCounts },
) {
  /** @throws {Moved} when the category of the filters has another address now */
  const requireAddress = ({ category }: { category?: string }) =>
    category !== undefined && findCategory(parts.gazetteer, category);

  api.get(
    '/api/search',
    {
      config,
      schema: {
        tags,
        summary: 'Search listings, most relevant first, with at most three sponsored listings on top',
        querystring: searchQuerySchema,
        response: { 200: z.array(foundListingSchema), ...failures },
      },
    },
    async (request, reply) => {
      requireAddress(request.query);
      const { listings: ads, cursor, isEmpty, understood, changesAt } = await search(parts, request.query);
      const { words, near, place } = understood.parsed;
      const text = words.map((word) => word.text).join(' ');
      const path = (near ?? place)?.path ?? '';
      if (isEmpty) emptySearches.record(text, path);
      // Its further pages are no searches of their own.
      else if (request.query.cursor === undefined) foundSearches.record(text, path);
      cacheForSeconds(reply, { listings: ads, isEmpty, changesAt });
      setNextLink(reply, cursor);
      return ads;
    },
  );

  api.get(
    '/api/search/about',
    {
      config,
      schema: {
        tags,
        summary: 'Retrieve the interpretation of a search, its number of results, and alternatives',
        querystring: searchFiltersSchema,
        response: { 200: searchSummarySchema, ...failures },
      },
    },
    async (request, reply) => {
      requireAddress(request.query);
      const about = await aboutSearch(parts, request.query);
      cacheForSeconds(reply, { isEmpty: about.total === 0 });
      return about;
    },
  );

  api.get(
    '/api/search/filters',
    {
      config,
      schema: {
        tags,
        summary: 'Count the results that each filter of a search leaves',
        querystring: searchFiltersSchema,
        response: { 200: filterCountsSchema, ...failures },
      },
    },
    async (request, reply) => {
      requireAddress(request.query);
      const counts = await countFilters(parts, request.query);
      cacheCounts(reply, parts.gazetteer, request.query);
      return counts;
    },
  );

  api.get(
    '/api/compare',
    {
      config,
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
      reply.header('cache-control', 'public, no-cache');
      return suggest(parts, request.query);
    },
  );

  api.get(
    '/api/search/categories',
    {
      schema: {
        tags,
        summary: 'Suggest categories for what somebody calls them, or for the name and description of a business',
        querystring: suggestedCategoriesQuerySchema,
        response: { 200: z.array(suggestedCategorySchema), ...failures },
      },
    },
    async (request, reply) => {
      reply.header('cache-control', 'public, no-cache');
      return suggestCategories(parts, request.query.q);
    },
  );

  api.get(
    '/api/search/map',
    {
      config,
      schema: {
        tags,
        summary: 'List the results of a search as map pins, dots and clusters',
        querystring: searchFiltersSchema,
        response: { 200: searchMapSchema, ...failures },
      },
    },
    async (request, reply) => {
      requireAddress(request.query);
      const { changesAt, ...map } = await mapSearch(parts, request.query);
      const { pins, dots, clusters } = map;
      const listings = [...pins, ...dots, ...clusters.flatMap((cluster) => cluster.pins)];
      cacheForSeconds(reply, { listings, isEmpty: listings.length + clusters.length === 0, changesAt });
      return map;
    },
  );
}
