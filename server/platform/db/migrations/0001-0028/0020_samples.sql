-- Samples have a status of their own, so that lists, searches, maps, counts, feeds and sitemaps, which show active listings, omit
-- them (docs/decisions/0060-samples-are-apart.md).
alter table listings
  drop constraint listings_status_check,
  add constraint listings_status_check check (status in ('draft', 'active', 'paused', 'hidden', 'deleted', 'sample'));
update listings set status = 'sample' where origin = 'sample' and status = 'active';
delete from listings where origin = 'sample' and status <> 'sample'; -- hidden by the administrator
alter table listings add check ((origin = 'sample') = (status = 'sample'));
create index listings_sample on listings (id) where status = 'sample';

create view sample_listings as select *, level as shown_level from listings where status = 'sample';
