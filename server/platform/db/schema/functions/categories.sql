-- Further categories of a listing in their order, each once: without that which leads, and with those into which others were merged.
create or replace function more_categories(first integer, ids integer[]) returns integer[] language sql stable as $$
  with recursive found (id, merged_into, position) as (
    select c.id, c.merged_into, given.position from unnest(ids) with ordinality as given (id, position) join categories c on c.id = given.id
    union all
    select c.id, c.merged_into, found.position from found join categories c on c.id = found.merged_into
  )
  select coalesce(array_agg(id order by position), '{}')
  from (select id, min(position) as position from found where merged_into is null and id <> first group by id) as kept
$$;

-- The category of a listing is written by programs that have the tree in memory, and may not have heard of a change: what the tree says now
-- counts. The lock makes the start of a change wait for listings that are being written, and those for the change.
create or replace function classify_listing() returns trigger language plpgsql as $$
declare
  category record;
begin
  select id, parent_id, merged_into into category from categories where id = new.category_id for key share;
  while category.merged_into is not null loop
    select id, parent_id, merged_into into category from categories where id = category.merged_into for key share;
  end loop;
  if category.id is not null then
    new.category_id := category.id;
    new.top_category_id := coalesce(category.parent_id, category.id);
  end if;
  -- What was stored of a listing before it had the column has none.
  new.more_category_ids := coalesce(new.more_category_ids, '{}');
  if new.more_category_ids <> '{}' then
    perform from categories where id = any(new.more_category_ids) for key share;
    new.more_category_ids := more_categories(new.category_id, new.more_category_ids);
  end if;
  return new;
end $$;

create or replace trigger listings_classification before insert or update of category_id, top_category_id, more_category_ids on listings
  for each row execute function classify_listing();

-- Listings follow a moved category in batches (category_changes).
create or replace function category_move_trigger() returns trigger language plpgsql as $$
begin
  insert into category_changes (category_id, kind, total)
  select new.id, 'move', count(*) from listings
  where category_id = new.id or more_category_ids @> array[new.id] and more_category_ids <> '{}' having count(*) > 0;
  return null;
end $$;

create or replace trigger categories_move after update of parent_id on categories
  for each row when (old.parent_id is distinct from new.parent_id) execute function category_move_trigger();

-- The name of a category and of its parent are words of the search row of a listing.
create or replace function category_rename_trigger() returns trigger language plpgsql as $$
begin
  insert into category_changes (category_id, kind, total)
  select c.id, 'rename', counted.total
  from categories c cross join lateral (
    select count(*) as total from listings l
    where l.category_id = c.id or l.more_category_ids @> array[c.id] and l.more_category_ids <> '{}') as counted
  where new.id in (c.id, c.parent_id) and counted.total > 0;
  return null;
end $$;
create or replace trigger categories_rename after update on categories
  for each row when (old.name <> new.name) execute function category_rename_trigger();
