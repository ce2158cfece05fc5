-- Searches in two languages (docs/decisions/0132-search-in-two-languages.md): texts in Spanish have Spanish stems in the index, with a mark of
-- their own, so that no English word meets them: '=+taqueri' of a name, '+bautiz' of tags, '~+repar' of other text.

-- Spanish stems without stop words, as search_stem has English ones.
create text search dictionary search_stem_es (template = snowball, language = spanish);
create text search configuration search_stems_es (copy = pg_catalog.simple);
alter text search configuration search_stems_es alter mapping for asciiword, word, numword with search_stem_es;

-- Folded words with the accent by which the stemmer knows that 'reparacion' is one of 'reparaciones'.
create function search_accented(folded text) returns text language plpgsql immutable strict parallel safe as $$
begin
  return regexp_replace(folded, '([au])cion\M', '\1ción', 'g');
end $$;

create function search_spanish_stem(word text) returns text language plpgsql immutable strict parallel safe as $$
begin
  return (ts_lexize('search_stem_es', search_accented(word)))[1];
end $$;

-- Whether a text is in Spanish, whatever its owner says: it has two of the words that are frequent in sentences, and neither English nor in
-- names of places.
create function search_is_spanish(written text) returns boolean language plpgsql immutable strict parallel safe as $$
begin
  return regexp_count(written, '\m(y|con|para|por|que|una|en|su|sus|más|desde|nuestr[ao]s?|somos|tenemos|hacemos|ofrecemos|servicios?|tod[ao]s)\M', 1, 'i') > 1;
end $$;

-- Whether a folded name is in Spanish: it begins with an article, or says a kind of business.
create function search_is_spanish_name(folded text) returns boolean language plpgsql immutable strict parallel safe as $$
begin
  return folded ~ '^(el|la|los|las|mi|don|dona) ' or string_to_array(folded, ' ') && '{abarrotes,abogada,abogado,abogados,academia,antojitos,birrieria,botanica,carniceria,carnitas,carpinteria,casa,cerrajeria,clinica,cocina,comida,consultorio,dulceria,envios,escuela,estetica,farmacia,ferreteria,floreria,fruteria,guarderia,heladeria,hermanos,herreria,hijos,iglesia,jardineria,joyeria,jugueria,lavanderia,libreria,limpieza,llantera,loncheria,mariscos,marisqueria,mecanico,mercadito,mercado,ministerio,ministerios,muebleria,neveria,nueva,nuevo,paleteria,panaderia,papeleria,pasteleria,peluqueria,pescaderia,plomeria,pollo,pupuseria,reparacion,restaurante,rosticeria,seguros,servicio,servicios,taller,tamales,tapiceria,taqueria,templo,tienda,tiendita,tortas,tortilleria,yonke,zapateria}'::text[];
end $$;

-- The stems of folded or plain texts behind a mark.
create function search_spanish_terms(mark text, plain text) returns text[] language plpgsql stable strict parallel safe as $$
begin
  return string_to_array(mark || nullif(array_to_string(tsvector_to_array(ts_delete(to_tsvector('search_stems_es', search_accented(plain)),
    '{con,de,del,en,par,por,que,su,sus,un,una,y}')), ' ' || mark), ''), ' ');
end $$;

do $$
declare
  lay_down text := pg_get_functiondef('search_lay_down'::regproc);
  learn text := pg_get_functiondef('search_learn_compounds'::regproc);
begin
  lay_down := replace(lay_down, 'replace(case when l.title like ''%#%''',
    'case when l.translations <> ''{}'' then search_fold(l.translations #>> array[case l.language when ''es'' then ''en'' else ''es'' end, ''title'']) end as translated,
      replace(case when l.title like ''%#%''');
  lay_down := replace(lay_down, '|| search_run_together(known.business), '''')',
    '|| search_run_together(known.business)
      || search_lexemes(known.translated) || search_run_together(known.translated), '''')');
  lay_down := replace(lay_down, 'concat_ws('' '', l.description, l.address,',
    'concat_ws('' '', case when l.language = ''es'' then l.translations #>> ''{en,description}'' else l.description end, l.address,');
  lay_down := replace(lay_down, '      || array_remove(array[
        ''#category''', '      || search_spanish_terms(''=+'', spanish.named) || search_spanish_terms(''+'', spanish.seen) || search_spanish_terms(''~+'', spanish.said)
      || array_remove(array[
        ''#category''');
  lay_down := replace(lay_down, '  left join lateral (
    select year,', '  cross join lateral (
    select nullif(concat_ws('' '', case when l.language = ''es'' or search_is_spanish_name(known.title) then known.title end,
        case when l.language = ''es'' or search_is_spanish_name(known.business) then known.business end,
        case when l.language <> ''es'' then known.translated end), '''') as named,
      case when l.language = ''es'' then search_plain(extras.tags) end as seen,
      search_plain(nullif(concat_ws('' '', case when l.language = ''es'' or search_is_spanish(l.description) then l.description end,
        case when l.language = ''es'' then concat_ws('' '', l.service_area, extras.headline) else l.translations #>> ''{es,description}'' end), '''')) as said
    offset 0
  ) as spanish
  left join lateral (
    select year,');
  lay_down := replace(lay_down, 'nullif(l.business_name, l.title))', 'nullif(l.business_name, l.title), l.translations #>> ''{es,title}'', l.translations #>> ''{en,title}'')');
  assert lay_down like '%as translated%' and lay_down like '%search_lexemes(known.translated)%' and lay_down like '%{en,description}%'
    and lay_down like '%spanish.said)%' and lay_down like '%as spanish%' and lay_down like '%{en,title}%';
  execute lay_down;
  learn := replace(learn, 'unnest(case when l.business_name = l.title then array[l.title] else array[l.title, l.business_name] end)',
    'unnest(array[l.title, nullif(l.business_name, l.title), l.translations #>> ''{es,title}'', l.translations #>> ''{en,title}''])');
  assert learn like '%{en,title}%';
  execute learn;
end $$;
