-- A name that is written as one word and misspelt ('traderjoess') is mended by words of names that stand together: a
-- vocabulary of its own, since there are several times as many of them, and what is long is known by most of its letters.

-- Two or three neighbours among the first six words of a name, and all, with a blank between each two; where there is an 'and'
-- also without it. A number may stand among them ('food 4 less'), but not at their ends, where it is that of a branch; nor
-- do they end in what joins others.
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

-- Not unique, as words are not.
create table search_compounds (word text not null); -- 'trader joes'
create index search_compounds_word on search_compounds (word);
create index search_compounds_part on search_compounds using gin (replace(word, ' ', '') gin_trgm_ops);

-- Those that are spelt most like a word.
select similarity('', ''); -- loads what knows the setting
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
