-- The name of a business without case, accents, signs and legal forms: 'SID''S ELECTRIC INC' is "Sid's Electric".
create or replace function license_name_key(name text) returns text language sql immutable parallel safe as $$
  select regexp_replace(search_fold(name), '\m(?:the|inc|incorporated|llc|l l c|llp|lp|ltd|limited|corp|corporation|co|company|and)\M|[^[:alnum:]]', '', 'g')
$$;

-- The keys of the categories of a listing.
create or replace function listing_trades(first integer, more integer[]) returns text[] language sql stable as $$
  select array_agg(coalesce(key, slug)) from categories where id = first or id = any(more)
$$;

-- What the state's list says of the license number of a listing (docs/decisions/0151-licenses-are-compared-with-the-states-list.md); null where the
-- category is of no licensed trade, or the list lacks the number: an operator may have a part of it.
create or replace function check_license(l listings) returns text language sql stable as $$
  select case
    when not exists (select from unnest(array[l.business_name, l.title]) as name where license_name_key(name) = license_name_key(s.business_name)) then 'name'
    when not exists (select from license_trades t where t.category_key = any(listing_trades(l.category_id, l.more_category_ids)) and t.class = any(s.classes)) then 'class'
    when not s.is_clear then 'suspended'
    when s.expires_on < (now() at time zone 'America/Los_Angeles')::date then 'expired'
    else 'confirmed' end
  from state_licenses s
  where s.number = substring(l.license_number from '[0-9]{4,8}')
    and exists (select from license_trades t where t.category_key = any(listing_trades(l.category_id, l.more_category_ids)))
$$;

create or replace function compare_license() returns trigger language plpgsql as $$
begin
  new.license_check := case
    when new.license_number is not null then check_license(new)
    when new.owner_id is not null and exists (
      select from license_trades t where t.category_key = any(listing_trades(new.category_id, new.more_category_ids))
    ) then 'missing' end;
  return new;
end $$;

create or replace trigger listings_license before insert or update of license_number, business_name, title, category_id, more_category_ids, owner_id on listings
  for each row when (new.license_number is not null or new.owner_id is not null or new.license_check is not null)
  execute function compare_license();
