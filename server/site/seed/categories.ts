import { sql, type Transaction } from 'kysely';
import type { DB } from '#server/platform/db/schema.ts';
import type { readGazetteer } from './read-gazetteer.ts';

type CategoryRows = Awaited<ReturnType<typeof readGazetteer>>['categories'];

/**
 * Adds the categories of the data, and changes those that are there already except for what the staff edited of them, the name in each language
 * by itself. The data name a
 * category by its first slug (`key`). A merged category is not added again, nor one whose slug another category has or had. Listings follow
 * a change of the name or the parent afterwards (`category_changes`).
 */
export async function loadCategories(trx: Transaction<DB>, categories: CategoryRows): Promise<void> {
  const rows = sql`json_to_recordset(${JSON.stringify(categories)}::json)
    as t(slug text, name text, names jsonb, icon text, parent_slug text, position integer)`;
  const isEdited = (field: string) => sql`${field} = any(c.edited)`;
  const isNameEdited = sql`'name.' || language = any(c.edited)`;
  const names = sql`(
    select coalesce(jsonb_object_agg(language, name), '{}') from (
      select * from jsonb_each(t.names) as of_data (language, name) where not ${isNameEdited}
      union all select * from jsonb_each(c.names) as own (language, name) where ${isNameEdited}
    ) as each_language)`;
  await sql`
    update categories c set
      name = case when ${isEdited('name')} then c.name else t.name end,
      names = ${names},
      icon = case when ${isEdited('icon')} then c.icon else t.icon end,
      position = case when ${isEdited('position')} then c.position else t.position end,
      version = c.version + 1
    from ${rows}
    where t.slug = coalesce(c.key, c.slug) and c.merged_at is null and (
      (c.name <> t.name and not ${isEdited('name')}) or (c.icon <> t.icon and not ${isEdited('icon')})
      or (c.position <> t.position and not ${isEdited('position')}) or c.names <> ${names})`.execute(trx);
  await sql`
    insert into categories (slug, name, names, icon, position)
    select t.slug, t.name, t.names, t.icon, t.position from ${rows}
    where not exists (select from categories c where t.slug in (c.slug, c.key))
      and not exists (select from former_category_slugs f where f.slug = t.slug)
    order by t.position`.execute(trx);
  await sql`
    update categories c set parent_id = null
    from ${rows} where t.slug = coalesce(c.key, c.slug) and t.parent_slug is null and c.parent_id is not null
      and c.merged_at is null and not ${isEdited('parent')}`.execute(trx);
  // The staff may have merged or moved the parent: then it is the one into which it was merged, and the top category of that.
  await sql`
    with recursive live (id, target) as (
      select id, coalesce(parent_id, id) from categories where merged_at is null
      union all
      select c.id, live.target from categories c join live on live.id = c.merged_into where c.merged_at is not null
    )
    update categories c set parent_id = live.target
    from ${rows} join categories p on coalesce(p.key, p.slug) = t.parent_slug join live on live.id = p.id
    where t.slug = coalesce(c.key, c.slug) and c.merged_at is null and not ${isEdited('parent')}
      and c.parent_id is distinct from live.target and c.id <> live.target`.execute(trx);
  // What the staff has put under a category that is no top one any more.
  await sql`
    update categories c set parent_id = p.parent_id
    from categories p where p.id = c.parent_id and p.parent_id is not null`.execute(trx);
}

/** Deletes categories that are no longer in the data, unless the staff edited them or something still refers to them. */
export async function deleteRemovedCategories(trx: Transaction<DB>, categories: CategoryRows): Promise<void> {
  await sql`
    delete from categories c
    where c.slug <> all(${categories.map(({ slug }) => slug)})
      and c.edited = '{}' and c.key is null and c.english is null and c.merged_into is null
      and not exists (select from listings where category_id = c.id or top_category_id = c.id)
      and not exists (select from categories where parent_id = c.id or merged_into = c.id)`.execute(trx);
}
