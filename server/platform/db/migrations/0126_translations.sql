-- Listings in two languages (docs/decisions/0131-listings-in-two-languages.md): the language in which one is written, and its title and
-- description in others.

-- {"es": {"title": "…", "description": "…"}}, each of them optional.
create function are_translations(texts jsonb) returns boolean language sql immutable parallel safe as $$
  select jsonb_typeof(texts) = 'object' and octet_length(texts::text) <= 8000 and not exists (
    select from jsonb_each(case jsonb_typeof(texts) when 'object' then texts else '{}' end) as translation,
      jsonb_each(case jsonb_typeof(translation.value) when 'object' then translation.value else '{"": null}' end) as text
    where translation.key !~ '^[a-z]{2}$' or jsonb_typeof(text.value) <> 'string'
      or char_length(text.value #>> '{}') not between 1 and case text.key when 'title' then 100 when 'description' then 1000 else 0 end)
$$;

-- Before the table, as readers of the views do.
lock table public_listings, sample_listings;

alter table listings
  add column language text not null default 'en',
  add column translations jsonb not null default '{}';

alter table listings
  add constraint listings_language_check check (language ~ '^[a-z]{2}$') not valid,
  add constraint listings_translations_check check (translations = '{}' or are_translations(translations)) not valid;

-- What a listing says in a language, for the search index; null where it says nothing in it.
create function listing_text(l listings, wanted text) returns text language sql stable parallel safe as $$
  select nullif(case when l.language = wanted then concat_ws(E'\n', l.title, l.description)
    else concat_ws(E'\n', l.translations #>> array[wanted, 'title'], l.translations #>> array[wanted, 'description']) end, '')
$$;

-- The words of the list that the text of a listing has, in any language; none while the rules are off, and none of a trusted account.
create or replace function approval_words(l listings) returns text[] language sql stable as $$
  select coalesce(array_agg(word order by word), '{}')
  from approval_rules r
    cross join lateral (select ' ' || search_fold(concat_ws(' ', l.title, l.business_name, l.description, l.headline, l.service_area,
      l.price_notes, l.holiday_note, l.website, array_to_string(l.tags, ' '), l.faq::text, l.review::text,
      (select string_agg(concat_ws(' ', value ->> 'title', value ->> 'description'), ' ') from jsonb_each(l.translations)))) || ' ' as text
      where cardinality(r.words) > 0 offset 0) as folded
    cross join lateral unnest(r.words) as word
  where r.is_on and not is_trusted(l.owner_id) and strpos(folded.text, ' ' || word || ' ') > 0
$$;

do $$
declare
  record_version text := pg_get_functiondef('record_listing_version'::regproc);
  searched text := pg_get_functiondef('listings_are_searched'::regproc);
  versioned text := pg_get_triggerdef((select oid from pg_trigger where tgname = 'listings_versioned' and tgrelid = 'listings'::regclass));
  view text;
  listed text;
begin
  record_version := replace(record_version, '''title'', ''description'',', '''title'', ''description'', ''language'', ''translations'',');
  searched := replace(replace(searched, 'f.description,', 'f.description, f.language, f.translations,'),
    'o.description,', 'o.description, o.language, o.translations,');
  versioned := replace(replace(versioned, 'CREATE TRIGGER', 'create or replace trigger'), '(old.description IS DISTINCT FROM new.description)',
    '(old.description is distinct from new.description) or (old.language is distinct from new.language) or (old.translations is distinct from new.translations)');
  assert record_version like '%''translations''%' and searched like '%f.translations%' and searched like '%o.translations%'
    and versioned like 'create or replace%old.translations%';
  execute record_version;
  execute searched;
  execute versioned;
  foreach view in array array['public_listings', 'sample_listings'] loop
    listed := replace(pg_get_viewdef(view::regclass), 'AS answer_minutes', 'AS answer_minutes, language, translations');
    assert listed like '%translations%';
    execute format('create or replace view %I as %s', view, listed);
  end loop;
end $$;
