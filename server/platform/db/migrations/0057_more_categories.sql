-- Up to two categories besides the one that leads (docs/decisions/0174-up-to-three-categories.md).
alter table listings add column if not exists more_category_ids integer[] not null default '{}';
alter table listings add constraint listings_more_categories_check check (cardinality(more_category_ids) <= 2) not valid;
