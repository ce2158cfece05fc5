-- outside a transaction
drop index concurrently if exists listings_recent_relevance;

create index concurrently listings_recent_relevance on listings ((case when source is null then 100 else completeness end) desc, created_at desc, id desc)
  where status = 'active' and not owner_suspended;

drop index concurrently if exists listings_branches;

create index concurrently listings_branches on listings (business_name, county_id, place_id, zip)
  where owner_id is null and status = 'active' and not owner_suspended;
