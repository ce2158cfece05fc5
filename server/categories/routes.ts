import type { Kysely } from 'kysely';
import { apiErrorSchema, slugSchema } from '#contract/api.ts';
import { categoriesQuerySchema, categoryPageSchema, categorySchema, cityCategorySchema } from '#contract/categories.ts';
import { z } from '#contract/zod.ts';
import type { Counts } from '#server/places/counts.ts';
import type { Gazetteer } from '#server/places/gazetteer.ts';
import { COUNTS_KEY, categoryCountsKey, findPlace, placeCountsKey } from '#server/places/places.ts';
import { CATEGORIES_KEY } from '#server/platform/db/invalidate.ts';
import type { DB } from '#server/platform/db/schema.ts';
import type { Api } from '#server/platform/http/api.ts';
import { setSurrogateKeys } from '#server/platform/page-cache/cache-plugin.ts';
import { findCategory, listCategories, toCategoryPage, toCityCategory } from './categories.ts';
import { findCategoryAreas } from './category-areas.ts';

const config = { cacheable: true };
const tags = ['Categories'];

/** The routes of the category tree. */
export function categoryRoutes(
  api: Api,
  { db, gazetteer, counts }: { db: Kysely<DB>; gazetteer: Gazetteer; counts: Counts },
) {
  api.get(
    '/api/categories',
    {
      config,
      schema: {
        tags,
        summary: 'List categories with listing counts; only top-level categories if top=true',
        querystring: categoriesQuerySchema,
        response: { 200: z.array(categorySchema), 400: apiErrorSchema },
      },
    },
    async (request, reply) => {
      setSurrogateKeys(reply, [CATEGORIES_KEY, COUNTS_KEY]);
      return listCategories(gazetteer, counts, request.query);
    },
  );

  api.get(
    '/api/category/:slug',
    {
      config,
      schema: {
        tags,
        summary:
          'Retrieve a category with its parent, related and neighboring categories, and the cities with most listings',
        params: z.object({ slug: slugSchema }),
        response: { 200: categoryPageSchema, 404: apiErrorSchema },
      },
    },
    async (request, reply) => {
      const category = findCategory(gazetteer, request.params.slug);
      const page = toCategoryPage(gazetteer, counts, category);
      // An empty category shows the counts of others.
      setSurrogateKeys(reply, [CATEGORIES_KEY, page.count > 0 ? categoryCountsKey(category) : COUNTS_KEY]);
      return page;
    },
  );

  api.get(
    '/api/city/:slug/category/:category',
    {
      config,
      schema: {
        tags,
        summary: 'Retrieve a category in a city, with listing counts there and in other cities',
        params: z.object({ slug: slugSchema, category: slugSchema }),
        response: { 200: cityCategorySchema, 404: apiErrorSchema },
      },
    },
    async (request, reply) => {
      const city = findPlace(gazetteer, request.params.slug);
      const category = findCategory(gazetteer, request.params.category);
      const page = toCityCategory(gazetteer, counts, city, category);
      const areas = await findCategoryAreas({ db, gazetteer, counts }, city, category);
      const counted =
        page.nearestOfAnyKind.length > 0 ? [COUNTS_KEY] : [placeCountsKey(city.id), categoryCountsKey(category)];
      const keys = [CATEGORIES_KEY, ...counted];
      // A listing that moves to another ZIP code changes no count of the city.
      setSurrogateKeys(reply, areas.zipCodes.length > 0 ? [...keys, `city:${city.slug}`] : keys);
      return { ...page, ...areas };
    },
  );
}
