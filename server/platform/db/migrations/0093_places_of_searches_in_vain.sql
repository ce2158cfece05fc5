-- Searches without results by day, words and place, which takes the place of empty_searches: the release before counts there,
-- without a place, and its rows are read until they are 90 days old.
create table zero_result_searches (
  id bigint generated always as identity primary key, -- for exports
  kind text not null check (kind in ('listings', 'help')),
  day date not null,
  words text not null check (char_length(words) between 1 and 100),
  place text not null default '' check (char_length(place) <= 100), -- the path of its page; empty for everywhere
  searches integer not null check (searches > 0),
  unique (kind, day, words, place)
);
create index zero_result_searches_day_idx on zero_result_searches (day); -- for the hourly deletion

alter table export_schedules drop constraint export_schedules_subject_check, add constraint export_schedules_subject_check
  check (subject in ('listings', 'accounts', 'payments', 'claims', 'reports', 'audit', 'searches')) not valid;
