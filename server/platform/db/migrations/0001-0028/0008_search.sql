-- The search table: a narrow row for each active listing without a suspended owner (docs/decisions/0040-search-table-with-one-index.md).

create extension if not exists unaccent;

-- English stems without stop words: 'In-N-Out' consists of stop words.
create text search dictionary search_stem (template = snowball, language = english);
create text search configuration search_stems (copy = pg_catalog.simple);
alter text search configuration search_stems alter mapping for asciiword, word, numword with search_stem;

-- Lower-case text without accents. Punctuation becomes spaces, because the parser would read 'wal-mart', 'beer/wine' or 'vons.com'
-- as one word; apostrophes are removed: 'Trader Joe’s' becomes 'trader joes'.
create function search_plain(written text) returns text language sql stable strict parallel safe as $$
  select translate(lower(unaccent(replace(replace(replace(written, '''', ''), '’', ''), '&', ' and '))), '-./_:@+<>=~', '           ')
$$;

-- The words of a short text, separated by single spaces.
create function search_fold(written text) returns text language sql stable strict parallel safe as $$
  select trim(regexp_replace(search_plain(written), '[^a-z0-9\u00c0-\u1fff\u2c00-\u2fef\u3040-\ud7ff\uf900-\ufaff]+', ' ', 'g'))
$$;

-- The words of folded text unchanged, for prefix matching, and their stems.
create function search_lexemes(folded text) returns text[] language sql stable strict parallel safe as $$
  select string_to_array(folded, ' ') || tsvector_to_array(to_tsvector('search_stems', folded))
$$;

-- Compounds of a name that may be typed as one word: two or three adjacent words among its first six, and all words: 'innout'.
-- Those with 'and' in the middle are also written without it: 'smartfinal'.
create function search_run_together(folded text) returns text[] language sql stable strict parallel safe as $$
  select array_remove(array[replace(folded, ' ', ''), w[1] || w[2], w[2] || w[3], w[3] || w[4], w[4] || w[5], w[5] || w[6],
    w[1] || w[2] || w[3], w[2] || w[3] || w[4], w[3] || w[4] || w[5], w[4] || w[5] || w[6],
    case when w[2] = 'and' then w[1] || w[3] end, case when w[3] = 'and' then w[2] || w[4] end], null)
  from string_to_array(folded, ' ') as w
$$;

-- Miles east of Greenwich and north of the equator, in a flat projection that is accurate around 34° north.
create function search_position(lat double precision, lng double precision) returns point
language sql immutable strict parallel safe as $$
  select point(lng * 57.3, lat * 69)
$$;

-- The minutes of the week, from Monday 0:00 in Los Angeles, during which these hours are open.
create function opening_minutes(hours jsonb) returns int4multirange language sql immutable strict parallel safe as $$
  with days as (
    select 1440 * (n::int - 1) as midnight, hours -> day as said
    from unnest('{monday,tuesday,wednesday,thursday,friday,saturday,sunday}'::text[]) with ordinality as d (day, n)
  ), spans as (
    select midnight as opens, midnight + 1440 as closes from days where said = '"all-day"'
    union all
    select midnight + opens, midnight + closes + case when closes <= opens then 1440 else 0 end
    from days,
      lateral jsonb_array_elements(case jsonb_typeof(said) when 'array' then said else '[]' end) as span,
      lateral (select (extract(epoch from (span ->> 'opens')::time) / 60)::int as opens,
        (extract(epoch from (span ->> 'closes')::time) / 60)::int as closes) as minutes
  )
  -- Hours past midnight on Sunday continue on Monday.
  select range_agg(part) from spans,
    lateral (values (int4range(opens, least(closes, 10080))), (int4range(0, greatest(closes - 10080, 0)))) as parts (part)
$$;

-- The minute of the week of a time, from Monday 0:00 in Los Angeles.
create function minute_of_week(at timestamptz) returns integer language sql immutable strict parallel safe as $$
  select (1440 * (extract(isodow from clock) - 1) + 60 * extract(hour from clock) + extract(minute from clock))::int
  from (select at at time zone 'America/Los_Angeles' as clock) as there
$$;

create table listing_search (
  listing_id bigint primary key references listings on delete cascade,
  -- Words and stems of the name: '=bakeries', '=bakeri'; of category, tags, city and ZIP code: 'pasadena'; stems of other text:
  -- '~croissant'; and filters: '#category12', '#place34', '#paid'.
  words tsvector not null,
  name text collate "C" not null,         -- without spaces: 'innoutburger'
  position point not null,                -- of the listing at paid levels, otherwise of its ZIP code
  open_minutes int4multirange,
  paid_until timestamptz(3),              -- null at the free level
  expires_at timestamptz(3),
  created_at timestamptz(3) not null
);

-- The vocabulary of spelling corrections: every word of a name. Not unique, because a unique index would make a transaction wait
-- for another one that inserts the same word.
create table search_words (word text not null);
create index search_words_word on search_words (word);
create index search_words_part on search_words using gin (word gin_trgm_ops);

-- The words with the most similar spelling; the threshold allows two mistakes in a short word.
select similarity('', ''); -- loads the library that defines pg_trgm.similarity_threshold
create function search_similar(misspelt text) returns setof text language sql stable
set pg_trgm.similarity_threshold = 0.2 as $$
  select word from search_words where word % misspelt group by word order by similarity(word, misspelt) desc limit 200
$$;

-- Anonymous searches without results.
create table empty_searches (
  day date not null,
  words text not null check (char_length(words) between 1 and 100),
  searches integer not null check (searches > 0),
  primary key (day, words)
);

-- Updates the search rows of listings to what visitors see of them now.
create function search_lay_down(ids bigint[]) returns void language plpgsql as $$
begin
  delete from listing_search s where s.listing_id = any(ids)
    and not exists (select from listings l where l.id = s.listing_id and l.status = 'active' and not l.owner_suspended);

  -- 'offset 0' prevents the planner from inlining a subquery whose result is used several times.
  insert into listing_search (listing_id, words, name, position, open_minutes, paid_until, expires_at, created_at)
  select l.id,
    array_to_tsvector(array(select '=' || word from unnest(named.words) as word)
      || tsvector_to_array(ts_delete(seen.words, named.words))
      || array(select '~' || word from unnest(tsvector_to_array(ts_delete(said.words, named.words
        || tsvector_to_array(seen.words)))) as word)
      || array_remove(array[
        '#category' || l.category_id, '#category' || l.top_category_id, '#county' || l.county_id,
        '#location' || l.location_id, '#place' || l.place_id, '#zip' || l.zip,
        case when l.hours is not null then '#hours' end, case when known.paid then '#paid' end,
        case when known.paid and l.website is not null then '#website' end,
        case when known.paid and (l.photos <> '[]' or l.image_url is not null) then '#photos' end], null)),
    known.name,
    case when known.paid and l.lat is not null then search_position(l.lat, l.lng) else search_position(z.lat, z.lng) end,
    opening_minutes(l.hours), case when known.paid then l.paid_until end, l.expires_at, l.created_at
  from listings l
  join zip_codes z on z.zip = l.zip
  join categories c on c.id = l.category_id
  join categories top on top.id = l.top_category_id
  join counties county on county.id = l.county_id
  left join places p on p.id = l.place_id
  cross join lateral (
    select l.level <> 'free' and l.paid_until > now() as paid,
      title,
      case when l.business_name <> l.title then search_fold(l.business_name) end as business,
      -- Without the number of a branch: 'Vons #2406'.
      replace(case when l.title like '%#%' then rtrim(title, '0123456789 ') else title end, ' ', '') as name
    from search_fold(l.title) as title
    offset 0
  ) as known
  left join lateral (
    select l.headline, array_to_string(l.tags, ' ') as tags where known.paid and l.level = 'premium'
  ) as extras on true
  cross join lateral (
    select array_remove(search_lexemes(known.title) || search_run_together(known.title) || known.name
      || search_lexemes(known.business) || search_run_together(known.business), '') as words
    offset 0
  ) as named
  cross join lateral (
    select to_tsvector('simple', text) || to_tsvector('search_stems', text) as words
    from search_plain(concat_ws(' ', c.name, extras.tags, p.name, l.city, l.zip)) as text
    offset 0
  ) as seen
  cross join lateral (
    select ts_delete(to_tsvector('search_stems', search_plain(
        concat_ws(' ', l.description, l.address, top.name, county.name || ' County', translate(l.phone, ' ()+-.', ''),
          l.service_area, array_to_string(l.languages, ' '), extras.headline))),
      '{a,and,at,for,in,is,it,of,on,or,our,the,to,with,you,your}'::text[]) as words
    offset 0
  ) as said
  where l.id = any(ids) and l.status = 'active' and not l.owner_suspended
  order by l.id -- the same lock order in every transaction
  on conflict (listing_id) do update set words = excluded.words, name = excluded.name, position = excluded.position,
    open_minutes = excluded.open_minutes, paid_until = excluded.paid_until, expires_at = excluded.expires_at,
    created_at = excluded.created_at;

  insert into search_words (word)
  select distinct said.word
  from listings l, string_to_table(search_fold(concat_ws(' ', l.title, nullif(l.business_name, l.title))), ' ') as said (word)
  where l.id = any(ids) and l.status = 'active' and not l.owner_suspended
    and length(word) between 3 and 30 and word > ':' -- no numbers
    and not exists (select from search_words known where known.word = said.word);
end $$;

-- The same for a transaction that does not write the listings: it waits for those that do, so that it does not overwrite newer
-- rows with older ones.
create function search_lay_down_again(ids bigint[]) returns void language plpgsql as $$
begin
  perform from listings where id = any(ids) order by id for no key update;
  perform search_lay_down(ids);
end $$;

create function listings_are_searched() returns trigger language plpgsql as $$
declare
  ids bigint[];
begin
  if tg_op = 'INSERT' then
    ids := array(select id from fresh where status = 'active');
  else
    ids := array(select f.id from fresh f join former o on o.id = f.id
      where (f.status, f.owner_suspended, f.title, f.business_name, f.description, f.headline, f.tags, f.address, f.city,
          f.zip, f.phone, f.service_area, f.languages, f.website, f.image_url, f.photos, f.hours, f.place_id, f.county_id,
          f.location_id, f.category_id, f.top_category_id, f.lat, f.lng, f.level, f.paid_until, f.expires_at, f.created_at)
        is distinct from (o.status, o.owner_suspended, o.title, o.business_name, o.description, o.headline, o.tags,
          o.address, o.city, o.zip, o.phone, o.service_area, o.languages, o.website, o.image_url, o.photos, o.hours,
          o.place_id, o.county_id, o.location_id, o.category_id, o.top_category_id, o.lat, o.lng, o.level, o.paid_until,
          o.expires_at, o.created_at));
  end if;
  if cardinality(ids) > 0 then perform search_lay_down(ids); end if;
  return null;
end $$;

create trigger listings_searched_insert after insert on listings referencing new table as fresh
  for each statement execute function listings_are_searched();
create trigger listings_searched_update after update on listings referencing old table as former new table as fresh
  for each statement execute function listings_are_searched();

-- An update of the gazetteer can rename places and categories.
create function names_are_searched() returns trigger language plpgsql as $$
begin
  perform search_lay_down_again(case tg_table_name
    when 'places' then array(select id from listings where place_id = (to_jsonb(new) ->> 'id')::int)
    when 'zip_codes' then array(select id from listings where zip = to_jsonb(new) ->> 'zip')
    else array(select id from listings where (to_jsonb(new) ->> 'id')::int in (category_id, top_category_id)) end);
  return null;
end $$;
create trigger places_searched after update on places
  for each row when (old.name <> new.name) execute function names_are_searched();
create trigger categories_searched after update on categories
  for each row when (old.name <> new.name) execute function names_are_searched();
create trigger zip_codes_searched after update on zip_codes
  for each row when (old.lat <> new.lat or old.lng <> new.lng) execute function names_are_searched();

select search_lay_down(array(select id from listings));

-- Every search scans the pending list of the GIN index, so that it is kept short.
create index listing_search_words on listing_search using gin (words) with (gin_pending_list_limit = 256);
create index listing_search_position on listing_search using gist (position);
create index listing_search_newest on listing_search (created_at desc, listing_id desc);
create index listing_search_name on listing_search (name, listing_id);
create index listing_search_paid_until on listing_search (paid_until) where paid_until is not null;
analyze listing_search, search_words;
