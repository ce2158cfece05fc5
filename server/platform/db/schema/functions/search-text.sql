-- Lower-case text without accents. Punctuation becomes spaces, because the parser would read 'wal-mart', 'beer/wine' or 'vons.com'
-- as one word; apostrophes are removed: 'Trader Joe’s' becomes 'trader joes'.
create or replace function search_plain(written text) returns text language sql stable strict parallel safe as $$
  select translate(lower(unaccent(replace(replace(replace(written, '''', ''), '’', ''), '&', ' and '))), '-./_:@+<>=~', '           ')
$$;

-- The words of a short text, separated by single spaces.
create or replace function search_fold(written text) returns text language sql stable strict parallel safe as $$
  select trim(regexp_replace(search_plain(written), '[^a-z0-9\u00c0-\u1fff\u2c00-\u2fef\u3040-\ud7ff\uf900-\ufaff]+', ' ', 'g'))
$$;

-- The words of folded text unchanged, for prefix matching, and their stems.
create or replace function search_lexemes(folded text) returns text[] language sql stable strict parallel safe as $$
  select string_to_array(folded, ' ') || tsvector_to_array(to_tsvector('search_stems', folded))
$$;

-- Words of a name that may be typed as one: two or three adjacent words among its first six, and all words: 'innout'.
-- Those with 'and' in the middle are also written without it: 'smartfinal'. PL/pgSQL evaluates such expressions without a query for each.
create or replace function search_joined_words(folded text) returns text[] language plpgsql stable strict parallel safe as $$
declare
  w text[] := string_to_array(folded, ' ');
begin
  return array_remove(array[replace(folded, ' ', ''), w[1] || w[2], w[2] || w[3], w[3] || w[4], w[4] || w[5], w[5] || w[6],
    w[1] || w[2] || w[3], w[2] || w[3] || w[4], w[3] || w[4] || w[5], w[4] || w[5] || w[6],
    case when w[2] = 'and' then w[1] || w[3] end, case when w[3] = 'and' then w[2] || w[4] end], null);
end $$;

-- The compounds of a name: two or three adjacent words among its first six, and all words, separated by spaces; with 'and' also
-- without it. A number is allowed inside ('food 4 less'), but not at an end, where it is that of a branch. A compound does not end
-- in a preposition, article or conjunction.
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

-- The digits of the telephone numbers in a stored text ('(714) 555-0100 x12 / (714) 555-0199 (Office)'), without the country code 1;
-- letters are as on the keys. Older texts may be in any form.
create or replace function search_phone_numbers(phone text) returns text[] language plpgsql immutable strict parallel safe as $$
declare
  words text := substring(phone from '^\d[\dA-Z-]*[A-Z][\dA-Z-]*');
  digits text := regexp_replace(phone, '\D', '', 'g');
  numbers text[];
begin
  -- Most are.
  if phone ~ '^\(\d\d\d\) \d\d\d-\d\d\d\d$' then return array[digits]; end if;
  if words is not null then
    return array[left(ltrim(translate(words, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ-', '22233344455566677778889999'), '1'), 10)];
  end if;
  numbers := array(select array_to_string(parts, '') from regexp_matches(phone,
    '(?:^|\D)(?:1[-. ]?)?\(?([2-9]\d\d)\)?[-./ ]*(\d{3})[-. ]?(\d{4})(?!\d)', 'g') as parts);
  if cardinality(numbers) > 0 then return numbers; end if;
  return case when phone like '+%' or length(digits) between 7 and 11 then array[right(digits, 10)] end;
end $$;

-- '#phone7145550100' and, without the area code, '#phone5550100', of each number.
create or replace function search_phone_terms(phone text) returns text[] language plpgsql immutable strict parallel safe as $$
begin
  return array(select '#phone' || digits from unnest(search_phone_numbers(phone)) as number, unnest(array[number, right(number, 7)]) as digits);
end $$;

-- Folded words with the accent by which the stemmer knows that 'reparacion' is one of 'reparaciones'.
create or replace function search_accented(folded text) returns text language plpgsql immutable strict parallel safe as $$
begin
  return regexp_replace(folded, '([au])cion\M', '\1ción', 'g');
end $$;

create or replace function search_spanish_stem(word text) returns text language plpgsql immutable strict parallel safe as $$
begin
  return (ts_lexize('search_stem_es', search_accented(word)))[1];
end $$;

-- The stems of folded or plain texts behind a mark.
create or replace function search_spanish_terms(mark text, plain text) returns text[] language plpgsql stable strict parallel safe as $$
begin
  return string_to_array(mark || nullif(array_to_string(tsvector_to_array(ts_delete(to_tsvector('search_stems_es', search_accented(plain)),
    '{con,de,del,en,par,por,que,su,sus,un,una,y}')), ' ' || mark), ''), ' ');
end $$;

-- Whether a text is in Spanish, whatever its owner says: it has two of the words that are frequent in sentences, and neither English nor in
-- names of places.
create or replace function search_is_spanish(written text) returns boolean language plpgsql immutable strict parallel safe as $$
begin
  return regexp_count(written, '\m(y|con|para|por|que|una|en|su|sus|más|desde|nuestr[ao]s?|somos|tenemos|hacemos|ofrecemos|servicios?|tod[ao]s)\M', 1, 'i') > 1;
end $$;

-- Whether a folded name is in Spanish: it begins with an article, or says a kind of business.
create or replace function search_is_spanish_name(folded text) returns boolean language plpgsql immutable strict parallel safe as $$
begin
  return folded ~ '^(el|la|los|las|mi|don|dona) ' or string_to_array(folded, ' ') && '{abarrotes,abogada,abogado,abogados,academia,antojitos,birrieria,botanica,carniceria,carnitas,carpinteria,casa,cerrajeria,clinica,cocina,comida,consultorio,dulceria,envios,escuela,estetica,farmacia,ferreteria,floreria,fruteria,guarderia,heladeria,hermanos,herreria,hijos,iglesia,jardineria,joyeria,jugueria,lavanderia,libreria,limpieza,llantera,loncheria,mariscos,marisqueria,mecanico,mercadito,mercado,ministerio,ministerios,muebleria,neveria,nueva,nuevo,paleteria,panaderia,papeleria,pasteleria,peluqueria,pescaderia,plomeria,pollo,pupuseria,reparacion,restaurante,rosticeria,seguros,servicio,servicios,taller,tamales,tapiceria,taqueria,templo,tienda,tiendita,tortas,tortilleria,yonke,zapateria}'::text[];
end $$;
