import { sql } from 'kysely';

/**
 * Whether a listing has one of these as a further category, by the index of the few that have any: a part of a condition is read by it, or the
 * whole of a subquery. See docs/decisions/0174-up-to-three-categories.md.
 */
export const hasMoreCategory = (categoryIds: number[]) =>
  sql<boolean>`(more_category_ids && ${categoryIds}::int[] and more_category_ids <> '{}')`;
