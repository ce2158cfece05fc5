-- Categories in cities have pages: their lists are walked like all others. The first index is also what listings are
-- counted from, by county, ZIP code, and category in a place; so far that was the one of counties.
create index listings_place_category on listings (place_id, category_id, created_at desc, id desc) include (county_id, zip, expires_at) where status = 'active' and not owner_suspended;
create index listings_place_top_category on listings (place_id, top_category_id, created_at desc, id desc) where status = 'active' and not owner_suspended;

drop index listings_county;
create index listings_county on listings (county_id, created_at desc, id desc) where status = 'active' and not owner_suspended;
