-- Loads pg_trgm: before that its setting does not exist.
select similarity('', '');

-- Words that may be meant by a misspelt one, the most similar first.
create or replace function search_similar(misspelt text) returns setof text language sql stable
set pg_trgm.similarity_threshold = 0.2 as $$
  select word from search_words where word % misspelt group by word order by similarity(word, misspelt) desc limit 200
$$;

-- One branch for each partial index of search_compounds.
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
