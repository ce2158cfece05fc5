-- What a start executes instead of the baseline in a database with the migrations 0001 to 0156, which the baseline replaced.
-- The functions below, which the release before calls from now on, read these columns and tables of later migrations.
alter table listings add column if not exists may_have_closed boolean not null default false;
alter table listings add column if not exists service_area_only boolean not null default false;
alter table listings add column if not exists license_check text;
alter table listings add column if not exists license_mailed text;
alter table approval_rules add column if not exists holds_all boolean not null default false;
alter table listings add column if not exists accepts_wic boolean, add column if not exists accepts_ebt boolean;
alter table listings add column if not exists more_category_ids integer[] not null default '{}';
alter table payments add column if not exists part_of bigint, add column if not exists quantity smallint not null default 1;
create table if not exists state_licenses (
  number text primary key check (number ~ '^[0-9]{1,8}$'),
  business_name text not null check (char_length(business_name) between 1 and 200),
  classes text[] not null,
  is_clear boolean not null,
  expires_on date,
  listed_on date not null
);
create table if not exists license_trades (
  category_key text not null,
  class text not null,
  primary key (category_key, class)
);
create table if not exists invoice_versions (
  invoice_id bigint not null references invoices,
  version smallint not null check (version between 2 and 20),
  issued_at timestamptz(3) not null default now(),
  facts jsonb not null,
  primary key (invoice_id, version)
);
create table if not exists dining_chains (
  name text primary key
);
create table if not exists webhook_endpoints (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts on delete cascade,
  url text not null check (url ~ '^https://' and char_length(url) <= 500),
  events text[] not null check (cardinality(events) between 1 and 20),
  salt bytea not null check (octet_length(salt) = 32),
  former_salt bytea check (octet_length(former_salt) = 32),
  rotated_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  paused_at timestamptz(3),
  paused_for text check (paused_for in ('owner', 'failures')),
  check ((paused_at is null) = (paused_for is null)),
  check ((former_salt is null) = (rotated_at is null))
);
create table if not exists webhook_deliveries (
  id bigint generated always as identity primary key,
  endpoint_id bigint not null references webhook_endpoints on delete cascade,
  message_id uuid not null default gen_random_uuid(),
  type text not null check (char_length(type) between 1 and 40),
  listing_id bigint,
  subject_id bigint,
  occurred_at timestamptz(3) not null default now(),
  status text not null default 'waiting' check (status in ('waiting', 'delivered', 'failed')),
  attempts integer not null default 0 check (attempts >= 0),
  next_attempt_at timestamptz default now(),
  leased_until timestamptz(3),
  leases integer not null default 0,
  payload text,
  attempted_at timestamptz(3),
  response_status integer,
  response_body text check (char_length(response_body) <= 2000),
  response_ms integer check (response_ms >= 0),
  error text check (error in ('address', 'timeout', 'connection'))
);

drop view public_listings, sample_listings;

drop trigger places_searched on places;
drop trigger zip_codes_searched on zip_codes;
drop trigger categories_moved on categories;
drop trigger categories_searched on categories;
drop trigger conversations_follow_owner on listings;
drop trigger listings_filed on listings;
drop trigger listings_searched_insert on listings;
drop trigger listings_searched_update on listings;
drop trigger listings_versioned on listings;
drop trigger listing_search_learnt_insert on listing_search;
drop trigger listing_search_learnt_update on listing_search;
drop trigger participants_searched on conversations;
drop trigger quote_requests_follow_conversations on conversations;
drop trigger messages_searched_insert on messages;
drop trigger messages_searched_update on messages;
drop trigger ratings_searched_insert on listing_ratings;
drop trigger ratings_searched_update on listing_ratings;
drop trigger responses_searched_delete on listing_responses;
drop trigger responses_searched_insert on listing_responses;
drop trigger responses_searched_update on listing_responses;

drop function category_is_moved(),
  conversations_follow_owner(),
  count_review(bigint,integer,integer),
  count_reviews_by(bigint[],integer[],integer[]),
  decided_message_is_searched(),
  file_listing(),
  listings_are_searched(),
  messages_are_searched(),
  names_are_learnt(),
  names_are_searched(),
  participants_are_searched(),
  quote_requests_follow_conversations(),
  ratings_are_searched(),
  search_learn_compounds(bigint[]),
  search_run_together(text);

\ir migrations.sql
\ir functions.sql

-- The release before, which may run beside this one, calls these and reads kysely_migration. A migration of a later release drops them.
create or replace function must_wait(l listings) returns boolean language plpgsql as $$
begin
  return needs_approval(l);
end $$;
create or replace function search_lay_down(ids bigint[]) returns void language plpgsql as $$
begin
  perform refresh_listing_search(ids);
end $$;
create or replace function search_lay_down_again(ids bigint[]) returns void language plpgsql as $$
begin
  perform reindex_listing_search(ids);
end $$;
