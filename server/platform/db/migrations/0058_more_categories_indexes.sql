-- outside a transaction
alter table listings validate constraint listings_more_categories_check;

drop index concurrently if exists listings_more_categories;

create index concurrently listings_more_categories on listings using gin (more_category_ids) where more_category_ids <> '{}';

-- For the counts.
drop index concurrently if exists listings_more_categories_place;

create index concurrently listings_more_categories_place on listings (place_id, neighborhood_id, category_id, more_category_ids)
  include (expires_at) where status = 'active' and not owner_suspended and more_category_ids <> '{}';
