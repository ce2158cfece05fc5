-- Zips of all exports, which a job writes to DATA_DIR and which are kept for a day.
create table data_archives (
  id bigint generated always as identity primary key,
  state text not null default 'running' check (state in ('running', 'ready', 'failed')),
  file text not null unique check (file ~ '^[a-z0-9]{32}$'), -- random; the name of its file
  done bigint not null default 0 check (done >= 0), -- rows
  total bigint not null default 0 check (total >= 0),
  bytes bigint check (bytes >= 0),
  message text check (char_length(message) <= 300), -- why it failed
  made_by bigint, -- an account, which may be deleted
  created_at timestamptz(3) not null default now(),
  alive_at timestamptz(3) not null default now(), -- when the process that writes it last said so
  ended_at timestamptz(3)
);
create unique index data_archives_running on data_archives ((true)) where state = 'running';

-- Searches that found something, by day, words and place, without who searched.
create table found_searches (
  day date not null,
  words text not null check (char_length(words) between 1 and 100),
  place text not null check (char_length(place) <= 100), -- the path of its page; empty for everywhere
  searches integer not null check (searches > 0),
  primary key (day, words, place)
);
