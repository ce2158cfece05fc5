-- The desk of a listing: every change of what visitors see of it is a version, and owners can object to changes by the staff
-- (docs/decisions/0104-versions-are-written-by-a-trigger.md).

create table listing_versions (
  listing_id bigint not null references listings on delete cascade,
  number integer not null check (number > 0),           -- of the listing, from 1
  at timestamptz(3) not null default now(),
  kind text not null check (kind in ('edit', 'suggestion', 'restore', 'import', 'import-undo', 'merge', 'unmerge', 'other')),
  account_id bigint references accounts on delete set null,  -- who changed it; null for the program
  role text check (role ~ '^[a-z]{1,20}$'),             -- of that account: 'owner', or a role of the staff
  owner_id bigint references accounts on delete set null,    -- the owner of the listing then
  reason text check (char_length(reason) between 1 and 1000),
  before jsonb not null check (jsonb_typeof(before) = 'object'),  -- the changed columns
  after jsonb not null check (jsonb_typeof(after) = 'object'),
  transaction_id bigint not null,                       -- one version for each transaction
  primary key (listing_id, number)
);
create index on listing_versions (at);
create index on listing_versions (account_id) where account_id is not null;
create index on listing_versions (owner_id) where owner_id is not null;

-- Who changes listings, how and why is the setting 'listings.change' of the transaction. Of a listing the newest 50 versions remain.
create function record_listing_version() returns trigger language plpgsql as $$
declare
  change jsonb := nullif(current_setting('listings.change', true), '')::jsonb;
  former jsonb;
  later jsonb;
  latest integer;
begin
  select jsonb_object_agg(o.key, o.value), jsonb_object_agg(o.key, n.value) into former, later
  from jsonb_each(to_jsonb(old)) o join jsonb_each(to_jsonb(new)) n on n.key = o.key
  where o.value <> n.value and o.key = any(array['title', 'description', 'business_name', 'address', 'city', 'state', 'zip',
    'place_id', 'county_id', 'location_id', 'category_id', 'top_category_id', 'lat', 'lng', 'point_source', 'phone', 'email',
    'website', 'image_url', 'logo', 'photos', 'hours', 'special_hours', 'holiday_note', 'social_media', 'service_area',
    'languages', 'year_founded', 'license_number', 'price_notes', 'headline', 'tags', 'faq', 'review']);
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

-- A point that an import or the geocoder moves is no version: only the owner's pin is.
create trigger listings_versioned after update on listings for each row
  when (old.status not in ('draft', 'deleted', 'sample') and (
    old.title, old.description, old.business_name, old.address, old.city, old.state, old.zip, old.location_id, old.category_id,
    old.phone, old.email, old.website, old.image_url, old.logo, old.photos, old.hours, old.special_hours, old.holiday_note,
    old.social_media, old.service_area, old.languages, old.year_founded, old.license_number, old.price_notes, old.headline,
    old.tags, old.faq, old.review,
    case old.point_source when 'owner' then old.lat end, case old.point_source when 'owner' then old.lng end
  ) is distinct from (
    new.title, new.description, new.business_name, new.address, new.city, new.state, new.zip, new.location_id, new.category_id,
    new.phone, new.email, new.website, new.image_url, new.logo, new.photos, new.hours, new.special_hours, new.holiday_note,
    new.social_media, new.service_area, new.languages, new.year_founded, new.license_number, new.price_notes, new.headline,
    new.tags, new.faq, new.review,
    case new.point_source when 'owner' then new.lat end, case new.point_source when 'owner' then new.lng end
  )) execute function record_listing_version();

-- What owners say against changes by the staff.
create table listing_objections (
  id bigint generated always as identity primary key,
  listing_id bigint not null references listings on delete cascade,
  number integer not null,                              -- of the version, which may no longer be stored
  account_id bigint not null references accounts on delete cascade,
  text text not null default '' check (char_length(text) <= 1000),
  created_at timestamptz(3) not null default now(),
  decided_at timestamptz(3),
  decided_by bigint references accounts on delete set null,
  outcome text check (outcome in ('kept', 'restored')),
  answer text check (char_length(answer) between 1 and 1000),
  check ((decided_at is null) = (outcome is null)),
  unique (listing_id, number)
);
create index listing_objections_open on listing_objections (id) where decided_at is null;
create index listing_objections_decided on listing_objections (decided_at desc, id desc) where decided_at is not null;
create index on listing_objections (account_id);
create index on listing_objections (decided_by) where decided_by is not null;
-- Other migrations add kinds too: these come on top of those that are allowed. The rows are read by a later migration, which validates the constraint.
create function allow_audit_kinds(variadic kinds text[]) returns void language plpgsql as $$
declare
  allowed text := (select pg_get_constraintdef(oid) from pg_constraint
    where conname = 'audit_kind_check' and conrelid = 'audit'::regclass);
  kind text;
begin
  foreach kind in array kinds loop
    allowed := replace(allowed, 'ARRAY[', format('ARRAY[%L::text, ', kind));
  end loop;
  allowed := regexp_replace(allowed, '\s+NOT VALID$', '');
  execute 'alter table audit drop constraint audit_kind_check, add constraint audit_kind_check ' || allowed || ' not valid';
end $$;

select allow_audit_kinds('listing-edited', 'listing-restored', 'objection-decided');
