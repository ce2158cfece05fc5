-- outside a transaction
-- What 0026 and 0031 did at first while they kept readers of listings out, for seconds with 1,200,000 of them: checks, and the indexes of
-- neighborhoods. A database that was migrated then has them; what an interrupted start left of an index is dropped.
alter table listings validate constraint listings_license_number_check;

alter table listings validate constraint listings_price_notes_check;

do $$
declare
  unfinished text;
begin
  for unfinished in select indexrelid::regclass from pg_index
    where indrelid = 'listings'::regclass and not indisvalid and indexrelid::regclass::text like '%\_neighborhood%'
  loop
    execute 'drop index ' || unfinished;
  end loop;
end $$;

create index concurrently if not exists listings_neighborhood on listings (neighborhood_id, created_at desc, id desc) where status = 'active' and not owner_suspended and neighborhood_id is not null;

create index concurrently if not exists listings_featured_neighborhood on listings (neighborhood_id, created_at desc, id desc) include (level, paid_until, expires_at) where status = 'active' and not owner_suspended and level <> 'free' and neighborhood_id is not null;

create index concurrently if not exists listings_neighborhood_relevance on listings (neighborhood_id, neighborhood_relevance desc, created_at desc, id desc) where status = 'active' and not owner_suspended and neighborhood_id is not null;

create index concurrently if not exists listings_neighborhood_category_relevance on listings (neighborhood_id, category_id, neighborhood_relevance desc, created_at desc, id desc) include (expires_at) where status = 'active' and not owner_suspended and neighborhood_id is not null;

create index concurrently if not exists listings_neighborhood_top_category_relevance on listings (neighborhood_id, top_category_id, neighborhood_relevance desc, created_at desc, id desc) where status = 'active' and not owner_suspended and neighborhood_id is not null;
