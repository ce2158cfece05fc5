-- outside a transaction
-- Searches of a large directory (docs/decisions/0077-searches-choose-their-plan-by-a-sample.md): sponsored rows and the filters of
-- paid levels look among few listings. One listing of 128 tells how many match, in some milliseconds, and where, for maps of more than
-- half a million; one of 16 where the matches of maps of more than some thousand are.
drop index concurrently if exists listing_search_paid_words;

create index concurrently listing_search_paid_words on listing_search using gin (words) with (gin_pending_list_limit = 256) where paid_until is not null;

drop index concurrently if exists listing_search_sample_words;

create index concurrently listing_search_sample_words on listing_search using gin (words) with (gin_pending_list_limit = 256) where listing_id % 128 = 0;

drop index concurrently if exists listing_search_sample_position;

create index concurrently listing_search_sample_position on listing_search using gist (position) include (listing_id, paid_until, expires_at) where listing_id % 128 = 0;

drop index concurrently if exists listing_search_map_words;

create index concurrently listing_search_map_words on listing_search using gin (words) with (gin_pending_list_limit = 256) where listing_id % 16 = 0;

drop index concurrently if exists listing_search_map_position;

create index concurrently listing_search_map_position on listing_search using gist (position) include (listing_id, paid_until, expires_at) where listing_id % 16 = 0;

-- Compounds by the number of their letters: a misspelled one has at most two letters more or fewer, so that most of them need not be
-- compared with it.
drop index concurrently if exists search_compounds_part_6;

create index concurrently search_compounds_part_6 on search_compounds using gin (replace(word, ' ', '') gin_trgm_ops) where length(replace(word, ' ', '')) between 6 and 8;

drop index concurrently if exists search_compounds_part_9;

create index concurrently search_compounds_part_9 on search_compounds using gin (replace(word, ' ', '') gin_trgm_ops) where length(replace(word, ' ', '')) between 9 and 10;

drop index concurrently if exists search_compounds_part_11;

create index concurrently search_compounds_part_11 on search_compounds using gin (replace(word, ' ', '') gin_trgm_ops) where length(replace(word, ' ', '')) between 11 and 12;

drop index concurrently if exists search_compounds_part_13;

create index concurrently search_compounds_part_13 on search_compounds using gin (replace(word, ' ', '') gin_trgm_ops) where length(replace(word, ' ', '')) between 13 and 14;

drop index concurrently if exists search_compounds_part_15;

create index concurrently search_compounds_part_15 on search_compounds using gin (replace(word, ' ', '') gin_trgm_ops) where length(replace(word, ' ', '')) between 15 and 16;

drop index concurrently if exists search_compounds_part_17;

create index concurrently search_compounds_part_17 on search_compounds using gin (replace(word, ' ', '') gin_trgm_ops) where length(replace(word, ' ', '')) between 17 and 18;

drop index concurrently if exists search_compounds_part_19;

create index concurrently search_compounds_part_19 on search_compounds using gin (replace(word, ' ', '') gin_trgm_ops) where length(replace(word, ' ', '')) between 19 and 21;

drop index concurrently if exists search_compounds_part_22;

create index concurrently search_compounds_part_22 on search_compounds using gin (replace(word, ' ', '') gin_trgm_ops) where length(replace(word, ' ', '')) between 22 and 24;

drop index concurrently if exists search_compounds_part_25;

create index concurrently search_compounds_part_25 on search_compounds using gin (replace(word, ' ', '') gin_trgm_ops) where length(replace(word, ' ', '')) between 25 and 30;

create or replace function search_similar_compounds(misspelt text) returns setof text language sql stable
set pg_trgm.similarity_threshold = 0.4 as $$
  select word from (
    select word from search_compounds where length(misspelt) between 4 and 10
      and length(replace(word, ' ', '')) between 6 and 8 and replace(word, ' ', '') % misspelt
    union all
    select word from search_compounds where length(misspelt) between 7 and 12
      and length(replace(word, ' ', '')) between 9 and 10 and replace(word, ' ', '') % misspelt
    union all
    select word from search_compounds where length(misspelt) between 9 and 14
      and length(replace(word, ' ', '')) between 11 and 12 and replace(word, ' ', '') % misspelt
    union all
    select word from search_compounds where length(misspelt) between 11 and 16
      and length(replace(word, ' ', '')) between 13 and 14 and replace(word, ' ', '') % misspelt
    union all
    select word from search_compounds where length(misspelt) between 13 and 18
      and length(replace(word, ' ', '')) between 15 and 16 and replace(word, ' ', '') % misspelt
    union all
    select word from search_compounds where length(misspelt) between 15 and 20
      and length(replace(word, ' ', '')) between 17 and 18 and replace(word, ' ', '') % misspelt
    union all
    select word from search_compounds where length(misspelt) between 17 and 23
      and length(replace(word, ' ', '')) between 19 and 21 and replace(word, ' ', '') % misspelt
    union all
    select word from search_compounds where length(misspelt) between 20 and 26
      and length(replace(word, ' ', '')) between 22 and 24 and replace(word, ' ', '') % misspelt
    union all
    select word from search_compounds where length(misspelt) between 23 and 32
      and length(replace(word, ' ', '')) between 25 and 30 and replace(word, ' ', '') % misspelt
  ) as resembling
  group by word order by similarity(replace(word, ' ', ''), misspelt) desc limit 200
$$;

drop index concurrently if exists search_compounds_part;
