-- Indexes for the pages of a category in a city. The first one also serves the counts by county, ZIP code, and category in a
-- place, as an index-only scan, instead of listings_county.
create index listings_place_category on listings (place_id, category_id, created_at desc, id desc) include (county_id, zip, expires_at) where status = 'active' and not owner_suspended;
create index listings_place_top_category on listings (place_id, top_category_id, created_at desc, id desc) where status = 'active' and not owner_suspended;

drop index listings_county;
create index listings_county on listings (county_id, created_at desc, id desc) where status = 'active' and not owner_suspended;
