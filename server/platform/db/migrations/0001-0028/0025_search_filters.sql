-- Filters by language and 'open 24 hours', and phone numbers that are found by their beginning (docs/product.md, Search).

-- Tonight at 11 p.m. in Los Angeles, or this moment where it is later. The night ends at 4 a.m.
create function late_time(at timestamptz) returns timestamptz language sql immutable strict parallel safe as $$
  select case when extract(hour from clock) between 4 and 22 then (date_trunc('day', clock) + interval '23 hours') at time zone 'America/Los_Angeles'
    else at end
  from (select at at time zone 'America/Los_Angeles' as clock) as there
$$;

-- Whether these hours are all day, every day.
create function is_always_open(hours jsonb) returns boolean language sql immutable strict parallel safe as $$
  select coalesce(opening_minutes(hours) @> int4range(0, 10080), false)
$$;

-- A language is a term as its owner wrote it; data/languages.csv has the names of each.
-- '#phone7145550100' and, without the area code, '#phone5550100'.
create function search_phone_terms(phone text) returns text[] language sql immutable strict parallel safe as $$
  select case when length(digits) between 7 and 10 then array['#phone' || digits, '#phone' || right(digits, 7)] end
  from (select regexp_replace(regexp_replace(phone, '\D', '', 'g'), '^1(\d{10})$', '\1')) as written (digits)
$$;

do $$
declare
  lay_down text := pg_get_functiondef('search_lay_down'::regproc);
begin
  lay_down := replace(lay_down, '''#zip'' || l.zip,', '''#zip'' || l.zip,
        case when is_always_open(l.hours) then ''#always'' end,');
  lay_down := replace(lay_down, 'then ''#photos'' end], null)),', 'then ''#photos'' end], null)
      || array(select distinct term from unnest(search_phone_terms(l.phone)) as term)
      || array(select distinct ''#language'' || replace(search_fold(language), '' '', '''')
        from unnest(l.languages) as language)),');
  assert lay_down like '%#always%' and lay_down like '%#language%' and lay_down like '%search_phone_terms%';
  execute lay_down;
end $$;

select search_lay_down(array(select id from listings));
