import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import type { CategoryOrder } from '#contract/admin/categories.ts';
import { t } from '#contract/i18n/t.ts';
import { CATEGORIES_KEY, GAZETTEER_KEY, invalidate } from '#server/platform/db/invalidate.ts';
import { Conflict, Invalid } from '#server/platform/http/errors.ts';
import { getChildren, lockTree, readTree } from './category-rows.ts';
import { type CategoryDeps, recordCategoryEvent, toFact } from './record.ts';

/**
 * Puts the children of a category, or the top categories, in another order. New data add to it, and no longer change it.
 * @throws {Conflict} when `former` is not their order any more
 * @throws {Invalid} when nothing differs
 */
export const orderCategories = (
  { db }: CategoryDeps,
  { parentId, former, ids, reason, by }: CategoryOrder & { by: number },
): Promise<void> =>
  db.transaction().execute(async (trx) => {
    await lockTree(trx);
    const tree = await readTree(trx);
    const siblings = getChildren(tree, parentId);
    if (
      !isDeepStrictEqual(
        siblings.map(({ id }) => id),
        former,
      )
    )
      throw new Conflict(t('Someone else changed these categories while you had them open. Close this and try again.'));
    if (isDeepStrictEqual(ids, former)) throw new Invalid(t('Nothing was changed.'));
    await sql`
      update categories c set position = ordered.position,
        edited = case when 'position' = any(c.edited) then c.edited else c.edited || 'position'::text end,
        version = c.version + 1
      from unnest(${ids}::int[]) with ordinality as ordered (id, position) where c.id = ordered.id`.execute(trx);
    const namesOf = (order: number[]) => order.map((id) => siblings.find((row) => row.id === id)?.name ?? '');
    const moved = ids.filter((id, i) => former[i] !== id);
    const parent = tree.find(({ id }) => id === parentId)?.name ?? null;
    await recordCategoryEvent(trx, {
      kind: 'categories-ordered',
      actorId: by,
      reason,
      before: { parent, order: toFact(namesOf(former.filter((id) => moved.includes(id)))) },
      after: { parent, order: toFact(namesOf(moved)) },
    });
    await invalidate(trx, [GAZETTEER_KEY, CATEGORIES_KEY]);
  });
