alter table listings add column if not exists may_have_closed boolean not null default false;

update listings set may_have_closed = true where id in (select listing_id from possible_closures);
