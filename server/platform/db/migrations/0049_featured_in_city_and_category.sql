-- outside a transaction
-- The featured listings of a category in a city were read with all those of the category: 4,500 pages of the table for restaurants in Los Angeles.
-- With the categories in it, the index of the city alone answers.
drop index concurrently if exists listings_featured_city;

create index concurrently listings_featured_city on listings (place_id, created_at desc, id desc)
  include (top_category_id, category_id, level, paid_until, expires_at)
  where status = 'active' and not owner_suspended and level <> 'free';

drop index concurrently if exists listings_featured_place;
