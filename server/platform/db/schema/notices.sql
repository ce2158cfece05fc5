-- What the staff says on all pages, or on those about a county, a place or a category.
create table notices (
  id bigint generated always as identity primary key,
  text text not null check (char_length(text) between 1 and 300),
  link text check (char_length(link) between 1 and 300), -- an own path or an https address
  link_label text check (char_length(link_label) between 1 and 60),
  tone text not null check (tone in ('information', 'warning', 'urgent')),
  county_id smallint references counties on delete cascade,
  place_id integer references places on delete cascade,
  category_id integer references categories on delete cascade,
  starts_at timestamptz(3) not null,
  ends_at timestamptz(3) not null,
  ended_at timestamptz(3), -- earlier than planned
  version integer not null default 1,
  changed_by bigint, -- an account, which may be deleted
  changed_at timestamptz(3) not null default now(),
  check (ends_at > starts_at),
  check (num_nonnulls(county_id, place_id, category_id) <= 1),
  check ((link is null) = (link_label is null))
);
create index notices_category_id_idx on notices (category_id);
create index notices_county_id_idx on notices (county_id);
create index notices_ends_at_idx on notices (ends_at);
create index notices_place_id_idx on notices (place_id);
