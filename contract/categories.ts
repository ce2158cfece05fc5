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

/** What `/category/{slug}` shows beside its listings: its parent, and its siblings or children. */
export const categoryPageSchema = categorySchema.omit({ count: true }).extend({
  parent: categorySchema.omit({ count: true }).nullable(),
  related: z.array(categorySchema.omit({ count: true })),
});
export type CategoryPage = z.infer<typeof categoryPageSchema>;

/** `?top=true` leaves only the 22 at the top. */
export const categoriesQuerySchema = z.object({ top: z.stringbool().default(false) });
