import { sql, type Transaction } from 'kysely';
import { MAX_CATEGORY_WORDS } from '#contract/admin/categories.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { distinctWords, getNames, getWords, lockTree } from './category-rows.ts';

/**
 * Ends a merge whose listings have all moved: the category only leads to the other one from now on. Its name and words find that one, and
 * its notices and rules of approval are that one's. What is stored with its id or slug is understood (`Gazetteer.categories`).
 */
export async function finishMerge(trx: Transaction<DB>, id: number): Promise<void> {
  await lockTree(trx);
  const merged = await selectRow(trx, id);
  const into = await selectRow(trx, merged.merged_into as number);
  const [former, words] = [await getWords(merged), await getWords(into)];
  const { es: spanishName } = getNames(merged);
  await trx
    .updateTable('categories')
    .set({
      english: distinctWords([...words.english, ...former.english, merged.name]).slice(0, MAX_CATEGORY_WORDS),
      spanish: distinctWords([...words.spanish, ...former.spanish, ...(spanishName ? [spanishName] : [])]).slice(
        0,
        MAX_CATEGORY_WORDS,
      ),
      version: sql`version + 1`,
    })
    .where('id', '=', into.id)
    .execute();
  await trx
    .updateTable('categories')
    .set({ merged_at: sql`now()`, parent_id: null, version: sql`version + 1` })
    .where('id', '=', id)
    .execute();
  await trx
    .updateTable('notices')
    .set({ category_id: into.id, version: sql`version + 1` })
    .where('category_id', '=', id)
    .execute();
  await sql`
    update approval_rules set category_ids = array_remove(category_ids, ${id}::int), version = version + 1
    where ${id}::int = any(category_ids)`.execute(trx);
}

const selectRow = (trx: Transaction<DB>, id: number) =>
  trx.selectFrom('categories').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
