-- The links of emails that renew a listing without signing in (docs/product.md, Listings).
create table renewal_links (
  token_hash bytea primary key check (octet_length(token_hash) = 32), -- SHA-256; the token itself is not stored
  listing_id bigint not null references listings on delete cascade,
  ends_at timestamptz(3) not null -- the end that it moves; it works until a week later
);
create index renewal_links_listing_id_idx on renewal_links (listing_id);
create index renewal_links_ends_at_idx on renewal_links (ends_at);
-- The expires_at that the owner was reminded of two days before.
alter table listings add column ending_mailed_for timestamptz(3);
