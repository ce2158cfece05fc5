-- A narrow row for each active listing without a suspended owner (docs/decisions/0040-search-table-with-one-index.md).
create table listing_search (
  listing_id bigint primary key references listings on delete cascade,
  -- Words and stems of the name: '=bakeries', '=bakeri'; of category, tags, city and ZIP code: 'pasadena'; stems of other text:
  -- '~croissant'; and filters: '#category12', '#place34', '#paid'. Spanish stems have a mark: '=+taqueri', '+bautiz', '~+repar'.
  words tsvector not null,
  name text collate "C" not null, -- without spaces: 'innoutburger'
  position point not null, -- of the listing at paid levels, otherwise of its ZIP code
  open_minutes int4multirange,
  paid_until timestamptz(3), -- null at the free level
  expires_at timestamptz(3),
  created_at timestamptz(3) not null,
  special_days int4multirange, -- since 1970
  special_minutes int4multirange, -- since 1970
  special_year integer, -- the two columns before begin with the day before this year; null without special hours
  rating real not null default 0 -- rating_lower_bound
);
create index listing_search_name on listing_search (name, listing_id);
create index listing_search_newest on listing_search (created_at desc, listing_id desc);
create index listing_search_paid_until on listing_search (paid_until) where paid_until is not null;
-- Every search scans the pending list of the GIN index, so that it is kept short.
create index listing_search_words on listing_search using gin (words) with (gin_pending_list_limit = 256);
create index listing_search_position on listing_search using gist (position) include (listing_id, paid_until, expires_at);
create index listing_search_special_year on listing_search (special_year) where special_year is not null;
-- Sponsored rows and the filters of paid levels look among few listings. One listing of 128 tells how many match, and where, for maps of
-- more than half a million; one of 16 where the matches of maps of more than some thousand are
-- (docs/decisions/0077-searches-choose-their-plan-by-a-sample.md). By a hash, since every 16th row of an imported file may be of one kind.
create index listing_search_paid_words on listing_search using gin (words) with (gin_pending_list_limit = 256) where paid_until is not null;
create index listing_search_map_position on listing_search using gist (position)
  include (listing_id, paid_until, expires_at) where hashint8(listing_id) & 15 = 0;
create index listing_search_map_words on listing_search using gin (words) with (gin_pending_list_limit = 256) where hashint8(listing_id) & 15 = 0;
create index listing_search_sample_position on listing_search using gist (position)
  include (listing_id, paid_until, expires_at) where hashint8(listing_id) & 127 = 0;
create index listing_search_sample_words on listing_search using gin (words) with (gin_pending_list_limit = 256) where hashint8(listing_id) & 127 = 0;
create index listing_search_rating on listing_search (rating desc, created_at desc, listing_id desc);

-- The vocabulary of spelling corrections: every word of a name. Not unique, because a unique index would make a transaction wait
-- for another one that inserts the same word.
create table search_words (
  word text not null
);
create index search_words_part on search_words using gin (word gin_trgm_ops);
create index search_words_word on search_words (word);

-- Not unique, for the same reason as search_words.
create table search_compounds (
  word text not null
); -- 'trader joes'
create index search_compounds_word on search_compounds (word);
-- By the number of letters: a misspelled compound has at most two more or fewer, so that most of them need not be compared with it.
create index search_compounds_part_11 on search_compounds using gin (replace(word, ' ', '') gin_trgm_ops)
  where length(replace(word, ' ', '')) between 11 and 12;
create index search_compounds_part_13 on search_compounds using gin (replace(word, ' ', '') gin_trgm_ops)
  where length(replace(word, ' ', '')) between 13 and 14;
create index search_compounds_part_15 on search_compounds using gin (replace(word, ' ', '') gin_trgm_ops)
  where length(replace(word, ' ', '')) between 15 and 16;
create index search_compounds_part_17 on search_compounds using gin (replace(word, ' ', '') gin_trgm_ops)
  where length(replace(word, ' ', '')) between 17 and 18;
create index search_compounds_part_19 on search_compounds using gin (replace(word, ' ', '') gin_trgm_ops)
  where length(replace(word, ' ', '')) between 19 and 21;
create index search_compounds_part_22 on search_compounds using gin (replace(word, ' ', '') gin_trgm_ops)
  where length(replace(word, ' ', '')) between 22 and 24;
create index search_compounds_part_25 on search_compounds using gin (replace(word, ' ', '') gin_trgm_ops)
  where length(replace(word, ' ', '')) between 25 and 30;
create index search_compounds_part_6 on search_compounds using gin (replace(word, ' ', '') gin_trgm_ops)
  where length(replace(word, ' ', '')) between 6 and 8;
create index search_compounds_part_9 on search_compounds using gin (replace(word, ' ', '') gin_trgm_ops)
  where length(replace(word, ' ', '')) between 9 and 10;

-- Anonymous searches without results.
create table empty_searches (
  day date not null,
  words text not null check (char_length(words) between 1 and 100),
  searches integer not null check (searches > 0),
  -- Searches of the help without an answer are counted beside those of listings without results.
  kind text not null check (kind in ('listings', 'help')),
  primary key (kind, day, words)
);
create index empty_searches_day_idx on empty_searches (day); -- for the hourly deletion
