-- Owners are asked every 180 days whether their listings are still right (docs/product.md, Accounts).

alter table listings add column confirmed_at timestamptz(3); -- by the owner
drop view public_listings, sample_listings;
create view public_listings as
select *, case when level <> 'free' and paid_until > now() then level else 'free' end as shown_level
from listings
where status = 'active' and not owner_suspended and (expires_at is null or expires_at > now());
create view sample_listings as select *, level as shown_level from listings where status = 'sample';

create index listings_checked on listings (greatest(confirmed_at, updated_at))
  where owner_id is not null and status = 'active' and not owner_suspended;

alter table mailings
  drop constraint mailings_kind_check,
  add constraint mailings_kind_check check (kind in ('weekly-summary', 'saved-search', 'accuracy-check'));
