-- Categories that the staff edits (docs/decisions/0111-categories-are-edited-in-the-browser.md). 0077 validates the checks.

alter table categories
  add column key text,                                    -- the slug by which the data know it; null while it is its own one
  add column edited text[] not null default '{}',         -- what somebody edited: new data no longer change it
  add column english text[],                              -- the words by which searches find it; null: those of the data
  add column spanish text[],
  add column version integer not null default 1,
  add column merged_into integer,                         -- from the start of a merge on, what is filed here goes there
  add column merged_at timestamptz(3);                    -- since its last listing was moved, it only leads there
alter table categories
  add constraint categories_edited_check check (edited <@ array['name', 'icon', 'parent', 'position']) not valid,
  add constraint categories_words_check check ((english is null) = (spanish is null)
    and coalesce(cardinality(english), 0) <= 300 and coalesce(cardinality(spanish), 0) <= 300) not valid,
  add constraint categories_merged_into_fkey foreign key (merged_into) references categories not valid,
  add constraint categories_merged_check check (merged_into <> id and (merged_at is null or merged_into is not null)) not valid;

-- Addresses that categories had before. They lead to the category, and no other one can take them.
create table former_category_slugs (
  slug text primary key check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(slug) <= 80),
  category_id integer not null references categories on delete cascade
);
create index on former_category_slugs (category_id);

-- Listings that follow a change of their category, in batches: a category can have hundreds of thousands.
create table category_changes (
  id bigint generated always as identity primary key,
  category_id integer not null references categories on delete cascade,  -- whose listings follow
  kind text not null check (kind in ('merge', 'move', 'rename')),
  total integer not null check (total >= 0),
  done integer not null default 0 check (done >= 0),
  last_id bigint not null default 0,                      -- the listings up to it have followed
  started_at timestamptz(3) not null default now(),
  finished_at timestamptz(3)
);
create index on category_changes (category_id);
create index category_changes_unfinished on category_changes (id) where finished_at is null;

-- The category of a listing is written by programs that have the tree in memory, and may not have heard of a change: what the tree says now
-- counts. The lock makes the start of a change wait for listings that are being written, and those for the change.
create function file_listing() returns trigger language plpgsql as $$
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
  return new;
end $$;
create trigger listings_filed before insert or update of category_id, top_category_id on listings
  for each row execute function file_listing();

-- The name of a category and of its parent are words of the search row of a listing. Those of places still follow at once.
create or replace function names_are_searched() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'categories' then
    insert into category_changes (category_id, kind, total)
    select c.id, 'rename', counted.total
    from categories c cross join lateral (select count(*) as total from listings l where l.category_id = c.id) as counted
    where new.id in (c.id, c.parent_id) and counted.total > 0;
    return null;
  end if;
  perform search_lay_down_again(case tg_table_name
    when 'places' then array(select id from listings where (to_jsonb(new) ->> 'id')::int in (place_id, neighborhood_id))
    else array(select id from listings where zip = to_jsonb(new) ->> 'zip') end);
  return null;
end $$;

create function category_is_moved() returns trigger language plpgsql as $$
begin
  insert into category_changes (category_id, kind, total)
  select new.id, 'move', count(*) from listings where category_id = new.id having count(*) > 0;
  return null;
end $$;
create trigger categories_moved after update of parent_id on categories
  for each row when (old.parent_id is distinct from new.parent_id) execute function category_is_moved();

select allow_audit_kinds('category-added', 'category-edited', 'categories-ordered', 'category-merged');
