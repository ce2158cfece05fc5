-- Searches of the help without an answer are counted beside those of listings without results.
alter table empty_searches
  add column kind text not null default 'listings' check (kind in ('listings', 'help')),
  drop constraint empty_searches_pkey,
  add primary key (kind, day, words);
alter table empty_searches alter column kind drop default;
create index on empty_searches (day); -- for the hourly deletion
