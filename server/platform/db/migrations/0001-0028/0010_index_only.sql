-- Index-only scans for two queries that fetched every row: the listings in a large area of the map, and the number of featured
-- listings with the start of their rotation.

drop index listing_search_position;
create index listing_search_position on listing_search using gist (position) include (listing_id, paid_until, expires_at);

drop index listings_featured, listings_featured_county, listings_featured_place, listings_featured_zip,
  listings_featured_location, listings_featured_category, listings_featured_top_category;
create index listings_featured on listings (created_at desc, id desc) include (level, paid_until, expires_at) where status = 'active' and not owner_suspended and level <> 'free';
create index listings_featured_county on listings (county_id, created_at desc, id desc) include (level, paid_until, expires_at) where status = 'active' and not owner_suspended and level <> 'free';
create index listings_featured_place on listings (place_id, created_at desc, id desc) include (level, paid_until, expires_at) where status = 'active' and not owner_suspended and level <> 'free';
create index listings_featured_zip on listings (zip, created_at desc, id desc) include (level, paid_until, expires_at) where status = 'active' and not owner_suspended and level <> 'free';
create index listings_featured_location on listings (location_id, created_at desc, id desc) include (level, paid_until, expires_at) where status = 'active' and not owner_suspended and level <> 'free';
create index listings_featured_category on listings (category_id, created_at desc, id desc) include (level, paid_until, expires_at) where status = 'active' and not owner_suspended and level <> 'free';
create index listings_featured_top_category on listings (top_category_id, created_at desc, id desc) include (level, paid_until, expires_at) where status = 'active' and not owner_suspended and level <> 'free';
