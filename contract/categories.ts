import { countedLinkSchema, placeLinkSchema } from './places.ts';
import { z } from './zod.ts';

/** A category; `parentId` is null for the 22 top categories. `icon` names a Lucide icon, 'folder' by default. */
export const categorySchema = z.object({
  id: z.number().int(),
  name: z.string(),
  slug: z.string(),
  icon: z.string(),
  parentId: z.number().int().nullable(),
  count: z.number().int(),
  /** The classes of the license that California asks of the trade, one of which is needed; absent where it asks none. */
  licenses: z.array(z.string()).optional(),
});
export type Category = z.infer<typeof categorySchema>;

/** The page `/category/{slug}` without its listings. */
export const categoryPageSchema = categorySchema.extend({
  parent: categorySchema.nullable(),
  /** The children of a top category, the siblings of any other. */
  related: z.array(categorySchema),
  /** The top categories next to a top category in the catalog. */
  neighbors: z.array(categorySchema.pick({ name: true, slug: true, icon: true })),
  /** Without listings: the most closely related categories that have some. */
  nearest: z.array(categorySchema),
  /** The cities with most listings of the category, in descending order. */
  cities: z.array(countedLinkSchema),
});
export type CategoryPage = z.infer<typeof categoryPageSchema>;

/** The page `/city/{city}/{category}` without its listings. Counts are those of the city. */
export const cityCategorySchema = z.object({
  city: placeLinkSchema,
  /** The city that a neighborhood is part of. */
  parentCity: placeLinkSchema.nullable(),
  county: placeLinkSchema,
  category: categorySchema,
  parent: categorySchema.nullable(),
  /** Where a city has many: its neighborhoods with listings of the category, by count in descending order. */
  neighborhoods: z.array(countedLinkSchema),
  /** The same for its ZIP codes, if it has no such neighborhoods. */
  zipCodes: z.array(z.object({ zip: z.string(), count: z.number().int() })),
  /** The other categories with listings in the city, by count in descending order. */
  others: z.array(countedLinkSchema),
  /** The cities with listings of the category, nearest first. */
  nearest: z.array(countedLinkSchema),
  /** Where neither the city has listings nor any other one has the category: the nearest cities with listings of any kind. */
  nearestOfAnyKind: z.array(countedLinkSchema),
});
export type CityCategory = z.infer<typeof cityCategorySchema>;

/** `?top=true` returns the 22 top categories only. */
export const categoriesQuerySchema = z.object({ top: z.stringbool().default(false) });
