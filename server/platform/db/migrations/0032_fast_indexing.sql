-- Indexing a listing took three quarters of the time of an import. The results of these functions are the same as before; PL/pgSQL evaluates
-- such expressions without starting a query for each.

create or replace function search_run_together(folded text) returns text[] language plpgsql stable strict parallel safe as $$
declare
  w text[] := string_to_array(folded, ' ');
begin
  return array_remove(array[replace(folded, ' ', ''), w[1] || w[2], w[2] || w[3], w[3] || w[4], w[4] || w[5], w[5] || w[6],
    w[1] || w[2] || w[3], w[2] || w[3] || w[4], w[3] || w[4] || w[5], w[4] || w[5] || w[6],
    case when w[2] = 'and' then w[1] || w[3] end, case when w[3] = 'and' then w[2] || w[4] end], null);
end $$;

create or replace function search_phone_terms(phone text) returns text[] language plpgsql immutable strict parallel safe as $$
declare
  digits text := regexp_replace(phone, '\D', '', 'g');
begin
  if length(digits) = 11 and digits like '1%' then digits := substr(digits, 2); end if;
  return case when length(digits) between 7 and 10 then array['#phone' || digits, '#phone' || right(digits, 7)] end;
end $$;

create or replace function search_neighbors(folded text) returns setof text language plpgsql stable strict parallel safe rows 10 as $$
declare
  name text;
  to_word integer;
  word text[];
  has_digit boolean := folded ~ '\d';
  neighbors text;
  found_before text[] := '{}';
begin
  foreach name in array case when folded like '% and %' then array[folded, replace(folded, ' and ', ' ')] else array[folded] end loop
    word := string_to_array(name, ' ');
    for from_word in 1 .. least(5, cardinality(word) - 1) loop
      foreach to_word in array case when from_word = 1 then array[2, 3, cardinality(word)] else array[from_word + 1, from_word + 2] end loop
        continue when to_word > cardinality(word) or from_word > 1 and to_word > 6
          or word[to_word] = any('{a,and,at,for,of,the,with}');
        neighbors := array_to_string(word[from_word:to_word], ' ');
        continue when length(neighbors) - (to_word - from_word) not between 6 and 30 or neighbors = any(found_before)
          or has_digit and neighbors !~ '^\D+\d?\D+$';
        found_before := found_before || neighbors;
        return next neighbors;
      end loop;
    end loop;
  end loop;
end $$;

create or replace function search_learn_compounds(ids bigint[]) returns void language sql as $$
  insert into search_compounds (word)
  select distinct neighbors
  from listings l,
    unnest(case when l.business_name = l.title then array[l.title] else array[l.title, l.business_name] end) as named,
    search_neighbors(search_fold(named)) as neighbors
  where l.id = any(ids) and not exists (select from search_compounds known where known.word = neighbors)
$$;

do $$
declare
  lay_down text := pg_get_functiondef('search_lay_down'::regproc);
  searched text := pg_get_functiondef('listings_are_searched'::regproc);
begin
  -- No word has a space. array_to_tsvector removes repeated terms.
  lay_down := replace(lay_down, 'array(select ''='' || word from unnest(named.words) as word)',
    'string_to_array(''='' || nullif(array_to_string(named.words, '' =''), ''''), '' '')');
  lay_down := replace(lay_down, 'array(select ''~'' || word from unnest(tsvector_to_array(ts_delete(said.words, named.words
        || tsvector_to_array(seen.words)))) as word)',
    'string_to_array(''~'' || nullif(array_to_string(tsvector_to_array(ts_delete(said.words, named.words
        || tsvector_to_array(seen.words))), '' ~''), ''''), '' '')');
  lay_down := replace(lay_down, 'array(select distinct term from unnest(search_phone_terms(l.phone)) as term)',
    'search_phone_terms(l.phone)');
  lay_down := replace(lay_down, 'array(select distinct ''#language''', 'case when l.languages <> ''{}'' then array(select distinct ''#language''');
  lay_down := replace(lay_down, 'unnest(l.languages) as language)', 'unnest(l.languages) as language) end');
  assert lay_down like '%string_to_array(''=''%' and lay_down like '%string_to_array(''~''%'
    and lay_down like '%|| search_phone_terms(l.phone)%' and lay_down like '%case when l.languages%'
    and lay_down like '%as language) end%';
  execute lay_down;
  -- A dry run of an import rolls back what it inserts.
  searched := replace(searched, 'if tg_op = ''INSERT'' then', 'if current_setting(''import.dry_run'', true) = ''on'' then
    return null;
  elsif tg_op = ''INSERT'' then');
  assert searched like '%import.dry_run%';
  execute searched;
end $$;
