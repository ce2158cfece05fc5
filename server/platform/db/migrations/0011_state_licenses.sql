-- The state's list of licensed contractors, as far as somebody imported it (docs/decisions/0151-licenses-are-compared-with-the-states-list.md).
create table if not exists state_licenses (
  number text primary key check (number ~ '^[0-9]{1,8}$'),
  business_name text not null check (char_length(business_name) between 1 and 200),
  classes text[] not null, -- 'C-36'
  is_clear boolean not null, -- whether nothing suspends it
  expires_on date,
  listed_on date not null -- of the list
);

-- Which classes the businesses of a category need one of, by the key of the category.
create table if not exists license_trades (
  category_key text not null,
  class text not null,
  primary key (category_key, class)
);

-- What the state's list says of the license number: a trigger compares them. Null: nothing, or there is no number.
alter table listings add column if not exists license_check text;
alter table listings add constraint listings_license_check
  check (license_check in ('confirmed', 'suspended', 'expired', 'class', 'name')) not valid;
