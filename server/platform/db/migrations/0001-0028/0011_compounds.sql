-- A vocabulary of compounds corrects names that are typed as one misspelt word ('traderjoess'). It is apart from search_words,
-- because it is several times as large and its longer words allow a higher similarity threshold.

-- The compounds of a name: two or three adjacent words among its first six, and all words, separated by spaces; with 'and' also
-- without it. A number is allowed inside ('food 4 less'), but not at an end, where it is that of a branch. A compound does not end
-- in a preposition, article or conjunction.
create function search_neighbors(folded text) returns setof text language sql stable strict parallel safe rows 10 as $$
  select distinct neighbors
  from (values (folded), (replace(folded, ' and ', ' '))) as said (name),
    string_to_array(name, ' ') as word,
    generate_series(1, 5) as first,
    unnest(array[first + 1, first + 2, case when first = 1 then cardinality(word) end]) as last,
    array_to_string(word[first:last], ' ') as neighbors
  where last between first + 1 and cardinality(word) and (first = 1 or last <= 6)
    and length(replace(neighbors, ' ', '')) between 6 and 30 and neighbors ~ '^\D+\d?\D+$'
    and neighbors !~ ' (a|and|at|for|of|the|with)$'
$$;

-- Not unique, for the same reason as search_words.
create table search_compounds (word text not null); -- 'trader joes'
create index search_compounds_word on search_compounds (word);
create index search_compounds_part on search_compounds using gin (replace(word, ' ', '') gin_trgm_ops);

-- The compounds with the most similar spelling.
select similarity('', ''); -- loads the library that defines pg_trgm.similarity_threshold
create function search_similar_compounds(misspelt text) returns setof text language sql stable
set pg_trgm.similarity_threshold = 0.4 as $$
  select word from search_compounds where replace(word, ' ', '') % misspelt
  group by word order by similarity(replace(word, ' ', ''), misspelt) desc limit 200
$$;

create function search_learn_compounds(ids bigint[]) returns void language sql as $$
  insert into search_compounds (word)
  select distinct neighbors
  from listings l,
    lateral (select search_fold(l.title) union select search_fold(l.business_name)) as named (folded),
    search_neighbors(folded) as neighbors
  where l.id = any(ids) and not exists (select from search_compounds known where known.word = neighbors)
$$;

create function names_are_learnt() returns trigger language plpgsql as $$
begin
  perform search_learn_compounds(array(select listing_id from fresh));
  return null;
end $$;
create trigger listing_search_learnt_insert after insert on listing_search referencing new table as fresh
  for each statement execute function names_are_learnt();
create trigger listing_search_learnt_update after update on listing_search referencing new table as fresh
  for each statement execute function names_are_learnt();

select search_learn_compounds(array(select listing_id from listing_search));
analyze search_compounds;
