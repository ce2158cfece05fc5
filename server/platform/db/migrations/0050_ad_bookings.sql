-- The pictures of the site itself, in its ads and texts.
create table library_pictures (
  id bigint generated always as identity primary key,
  name text not null unique check (name ~ '^library-[a-z0-9]{20,40}$'),
  alt text not null default '' check (char_length(alt) <= 300),
  focus_x smallint not null default 50 check (focus_x between 0 and 100),
  focus_y smallint not null default 50 check (focus_y between 0 and 100),
  width integer not null check (width between 1 and 10000),
  height integer not null check (height between 1 and 10000),
  widths integer[] not null check (cardinality(widths) between 1 and 8),
  bytes integer not null check (bytes > 0),
  uploaded_by bigint, -- an account, which may be deleted
  created_at timestamptz(3) not null default now()
);

-- What advertisers booked in a slot for ads, and paid elsewhere.
create table ad_bookings (
  id bigint generated always as identity primary key,
  slot text not null check (char_length(slot) between 1 and 50),
  advertiser text not null check (char_length(advertiser) between 1 and 120),
  link text not null check (char_length(link) between 1 and 1000),
  description text not null check (char_length(description) between 1 and 300), -- for who does not see it
  picture_id bigint references library_pictures,
  phone_picture_id bigint references library_pictures,
  html text check (char_length(html) between 1 and 20000), -- instead of pictures
  county_ids smallint[] not null default '{}' check (cardinality(county_ids) <= 20), -- none: everywhere
  category_ids integer[] not null default '{}' check (cardinality(category_ids) <= 20),
  language text check (language ~ '^[a-z]{2}$'), -- of the pages; null: all
  weight smallint not null default 1 check (weight between 1 and 10),
  price_cents integer check (price_cents >= 0),
  first_day date not null, -- in Los Angeles
  last_day date not null,
  ended_at timestamptz(3), -- earlier than planned
  version integer not null default 1,
  changed_by bigint, -- an account, which may be deleted
  changed_at timestamptz(3) not null default now(),
  check (last_day >= first_day),
  check (num_nonnulls(picture_id, html) = 1),
  check (html is null or phone_picture_id is null)
);
create index ad_bookings_last_day_idx on ad_bookings (last_day);
create index ad_bookings_picture_id_idx on ad_bookings (picture_id);
create index ad_bookings_phone_picture_id_idx on ad_bookings (phone_picture_id);

-- Daily totals of a booking, which are kept indefinitely.
create table ad_booking_days (
  booking_id bigint not null references ad_bookings on delete cascade,
  day date not null,
  impressions integer not null default 0 check (impressions >= 0),
  clicks integer not null default 0 check (clicks >= 0),
  primary key (booking_id, day)
);

-- The booking that a slot showed, without a foreign key: events expire by age.
alter table events add column booking_id bigint;
alter table events add constraint events_booking_id_check check (booking_id is null or kind in ('slot', 'slot-click')) not valid;

-- Adds kinds to those of other migrations.
do $$
declare
  known text := (select pg_get_constraintdef(oid) from pg_constraint where conrelid = 'audit'::regclass and conname = 'audit_kind_check');
begin
  execute 'alter table audit drop constraint audit_kind_check, add constraint audit_kind_check '
    || replace(replace(known, ' NOT VALID', ''), 'ARRAY[', 'ARRAY[''ad-changed''::text, ''picture-changed''::text, ') || ' not valid';
end $$;
