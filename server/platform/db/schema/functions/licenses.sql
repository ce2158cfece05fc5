-- The name of a business without case, accents, signs and legal forms: 'SID''S ELECTRIC INC' is "Sid's Electric".
create or replace function license_name_key(name text) returns text language sql immutable parallel safe as $$
  select regexp_replace(search_fold(name), '\m(?:the|inc|incorporated|llc|l l c|llp|lp|ltd|limited|corp|corporation|co|company|and)\M|[^[:alnum:]]', '', 'g')
$$;

-- What the state's list says of the license number of a listing (docs/decisions/0151-licenses-are-compared-with-the-states-list.md); null where the
-- category is of no licensed trade, or the list lacks the number: an operator may have a part of it.
create or replace function check_license(l listings) returns text language sql stable as $$
  select case
    when not exists (select from unnest(array[l.business_name, l.title]) as name where license_name_key(name) = license_name_key(s.business_name)) then 'name'
    when not exists (select from license_trades t where t.category_key = coalesce(c.key, c.slug) and t.class = any(s.classes)) then 'class'
    when not s.is_clear then 'suspended'
    when s.expires_on < (now() at time zone 'America/Los_Angeles')::date then 'expired'
    else 'confirmed' end
  from state_licenses s join categories c on c.id = l.category_id
  where s.number = substring(l.license_number from '[0-9]{4,8}')
    and exists (select from license_trades t where t.category_key = coalesce(c.key, c.slug))
$$;

create or replace function compare_license() returns trigger language plpgsql as $$
begin
  new.license_check := case
    when new.license_number is not null then check_license(new)
    when new.owner_id is not null and exists (
      select from categories c join license_trades t on t.category_key = coalesce(c.key, c.slug) where c.id = new.category_id
    ) then 'missing' end;
  return new;
end $$;

create or replace trigger listings_license before insert or update of license_number, business_name, title, category_id, owner_id on listings
  for each row when (new.license_number is not null or new.owner_id is not null or new.license_check is not null)
  execute function compare_license();
