-- outside a transaction
drop index concurrently if exists listings_ending;

create index concurrently listings_ending on listings (expires_at)
  where status in ('active', 'paused') and not owner_suspended and owner_id is not null and ending_mailed_for is distinct from expires_at;
