-- derived from the columns of listings
-- The columns whose changes are no versions: who has the listing, its state, its level and what the program computes.
create or replace function listing_columns_without_versions() returns text[] language sql immutable parallel safe as $$
  select array['id', 'owner_id', 'owner_suspended', 'origin', 'source', 'source_id', 'source_date', 'facts', 'status', 'level', 'paid_until',
    'expires_at', 'created_at', 'updated_at', 'version', 'hidden_from', 'hidden_reason', 'hidden_at', 'deleted_from', 'deleted_at',
    'waiting_since', 'waiting_from', 'confirmed_at', 'post_key', 'fingerprint', 'expiring_mailed_for', 'expired_mailed_for',
    'ending_mailed_for', 'paid_ending_mailed_for', 'image_copy', 'image_refused', 'completeness', 'place_relevance', 'zip_relevance', 'neighborhood_id',
    'neighborhood_relevance', 'may_have_closed', 'license_check', 'license_mailed', 'accepts_wic', 'accepts_ebt']
$$;

-- Who changes listings, how and why is the setting 'listings.change' of the transaction. Of a listing the newest 50 versions remain.
create or replace function record_listing_version() returns trigger language plpgsql as $$
declare
  change jsonb := nullif(current_setting('listings.change', true), '')::jsonb;
  former jsonb;
  later jsonb;
  latest integer;
begin
  select jsonb_object_agg(o.key, o.value), jsonb_object_agg(o.key, n.value) into former, later
  from jsonb_each(to_jsonb(old)) o join jsonb_each(to_jsonb(new)) n on n.key = o.key
  where o.value <> n.value and o.key <> all(listing_columns_without_versions());
  update listing_versions set before = former || before, after = after || later
  where listing_id = new.id and transaction_id = pg_current_xact_id()::text::bigint and at = now()::timestamptz(3);
  if found then
    return null;
  end if;
  select coalesce(max(number), 0) + 1 into latest from listing_versions where listing_id = new.id;
  insert into listing_versions (listing_id, number, kind, account_id, role, owner_id, reason, before, after, transaction_id)
  values (new.id, latest, coalesce(change ->> 'kind', 'other'), (change ->> 'accountId')::bigint, change ->> 'role',
    new.owner_id, change ->> 'reason', former, later, pg_current_xact_id()::text::bigint);
  delete from listing_versions where listing_id = new.id and number <= latest - 50;
  return null;
end $$;

-- A point that an import or the geocoder moves is no version: only the owner's pin is. What the ZIP code and the category decide
-- changes with them. The condition names columns because a trigger is called for each row otherwise.
do $$
declare
  changed text := (
    select string_agg(case
      when attname in ('lat', 'lng')
      then format('case old.point_source when ''owner'' then old.%1$I end is distinct from case new.point_source when ''owner'' then new.%1$I end', attname)
      else format('old.%1$I is distinct from new.%1$I', attname) end, ' or ' order by attname)
    from pg_attribute
    where attrelid = 'listings'::regclass and attnum > 0 and not attisdropped
      and attname <> all(listing_columns_without_versions() || '{place_id,county_id,top_category_id,point_source}'));
begin
  execute 'create or replace trigger listings_versions after update on listings for each row
    when (old.status not in (''draft'', ''deleted'', ''sample'') and (' || changed || ')) execute function record_listing_version()';
end $$;
