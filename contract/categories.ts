import { countedLinkSchema, placeLinkSchema } from './places.ts';
import { z } from './zod.ts';

/** A category; `parentId` is null for the 22 at the top. `icon` names a Lucide icon, 'folder' by default. */
export const categorySchema = z.object({
  id: z.number().int(),
  name: z.string(),
  slug: z.string(),
  icon: z.string(),
  parentId: z.number().int().nullable(),
  count: z.number().int(),
});
export type Category = z.infer<typeof categorySchema>;

/** What `/category/{slug}` shows beside its listings: its parent, its siblings or children, and where it has most. */
export const categoryPageSchema = categorySchema.extend({
  parent: categorySchema.nullable(),
  related: z.array(categorySchema),
  /** The cities with most listings of the category, those with most first. */
  cities: z.array(countedLinkSchema),
});
export type CategoryPage = z.infer<typeof categoryPageSchema>;

/** What `/city/{city}/{category}` shows beside its listings. The numbers are of listings in the city. */
export const cityCategorySchema = z.object({
  city: placeLinkSchema,
  county: placeLinkSchema,
  category: categorySchema,
  parent: categorySchema.nullable(),
  /** The other categories that have listings in the city, those with most first. */
  others: z.array(countedLinkSchema),
  /** The cities nearest to it that have listings of the category, nearest first. */
  nearest: z.array(countedLinkSchema),
});
export type CityCategory = z.infer<typeof cityCategorySchema>;

/** `?top=true` leaves only the 22 at the top. */
export const categoriesQuerySchema = z.object({ top: z.stringbool().default(false) });
