alter table listings add column if not exists may_have_closed boolean not null default false;
