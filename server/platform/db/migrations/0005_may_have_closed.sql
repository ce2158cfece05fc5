alter table listings add column may_have_closed boolean not null default false;
