-- outside a transaction
-- The administrator's table of all listings (docs/decisions/0095-the-table-of-all-listings.md): the indexes of public lists have those that
-- visitors see, this one all others.
drop index concurrently if exists listings_not_public;

create index concurrently listings_not_public on listings (created_at desc, id desc) include (status, owner_suspended) where status <> 'active' or owner_suspended;

-- The host of a website: 'example.com' of 'https://www.Example.com/irvine'.
create or replace function website_domain(website text) returns text language sql immutable strict parallel safe as $$
  select substring(lower(website) from '^(?:https?://)?(?:www\.)?([^/:?#]+)')
$$;

drop index concurrently if exists listings_domain;

create index concurrently listings_domain on listings (website_domain(website), created_at desc, id desc) where website is not null;
