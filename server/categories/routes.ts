import { apiErrorSchema, slugSchema } from '#contract/api.ts';
import { categoriesQuerySchema, categoryPageSchema, categorySchema } from '#contract/categories.ts';
import { z } from '#contract/zod.ts';
import { type Api, dependsOn } from '../http/api.ts';
import { COUNTS_KEY, type Counts } from '../places/counts.ts';
import type { Gazetteer } from '../places/gazetteer.ts';
import { categoryPage, findCategory, listCategories } from './categories.ts';

const config = { kept: true };
const tags = ['Categories'];

/** The tree of categories. */
export function categoryRoutes(api: Api, { gazetteer, counts }: { gazetteer: Gazetteer; counts: Counts }) {
  api.get(
    '/api/categories',
    {
      config,
      schema: {
        tags,
        summary: 'All categories with the number of their listings; with top=true the top of the tree alone',
        querystring: categoriesQuerySchema,
        response: { 200: z.array(categorySchema), 400: apiErrorSchema },
      },
    },
    async (request, reply) => {
      dependsOn(reply, [COUNTS_KEY]);
      return listCategories(gazetteer, counts, request.query);
    },
  );

  api.get(
    '/api/category/:slug',
    {
      config,
      schema: {
        tags,
        summary: 'One category with its parent and related categories',
        params: z.object({ slug: slugSchema }),
        response: { 200: categoryPageSchema, 404: apiErrorSchema },
      },
    },
    async (request, reply) => {
      dependsOn(reply, ['gazetteer']);
      return categoryPage(findCategory(gazetteer, request.params.slug));
    },
  );
}
