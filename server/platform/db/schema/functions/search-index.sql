-- The vocabulary that corrects names typed as one misspelt word ('traderjoess'). It is apart from search_words, because it is several
-- times as large and its longer words allow a higher similarity threshold. Only indexes, for a plan from the time when the directory
-- was small would scan tables that grow.
create or replace function add_search_compounds(ids bigint[]) returns void language sql
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off as $$
  insert into search_compounds (word)
  select distinct neighbors
  from listings l,
    unnest(array[l.title, nullif(l.business_name, l.title), l.translations #>> '{es,title}', l.translations #>> '{en,title}']) as name,
    search_neighbors(search_fold(name)) as neighbors
  where l.id = any(ids) and not exists (select from search_compounds c where c.word = neighbors)
$$;

-- Updates the search rows of listings to what visitors see of them now. A connection would plan the statements anew for its first five
-- calls, which takes five times as long as executing them; a generic plan from the time when the directory was small would scan tables that
-- grow: hence only indexes.
create or replace function refresh_listing_search(ids bigint[]) returns void language plpgsql
set plan_cache_mode = force_generic_plan
set enable_seqscan = off as $$
begin
  delete from listing_search s where s.listing_id = any(ids)
    and not exists (select from listings l where l.id = s.listing_id and l.status = 'active' and not l.owner_suspended);

  -- 'offset 0' prevents the planner from inlining a subquery whose result is used several times.
  insert into listing_search (listing_id, words, name, position, open_minutes, special_days, special_minutes, special_year, paid_until, expires_at, created_at, rating)
  select l.id,
    array_to_tsvector(string_to_array('=' || nullif(array_to_string(name_terms.words, ' ='), ''), ' ')
      || tsvector_to_array(ts_delete(category_terms.words, name_terms.words))
      || string_to_array('~' || nullif(array_to_string(tsvector_to_array(ts_delete(text_terms.words, name_terms.words
        || tsvector_to_array(category_terms.words))), ' ~'), ''), ' ')
      || search_spanish_terms('=+', spanish.names) || search_spanish_terms('+', spanish.tags) || search_spanish_terms('~+', spanish.text)
      || array_remove(array[
        '#category' || l.category_id, '#category' || l.top_category_id, '#county' || l.county_id,
        '#location' || l.location_id, '#place' || l.place_id, '#zip' || l.zip, '#neighborhood' || l.neighborhood_id,
        case when is_always_open(l.hours) and not l.may_have_closed then '#always' end,
        case when are_hours_known(l.hours, l.special_hours) and not l.may_have_closed then '#hours' end, case when folded.paid then '#paid' end,
        case when l.website is not null and (folded.paid or l.owner_id is null and l.origin in ('open-data', 'import')) then '#website' end,
        case when folded.paid and (l.photos <> '[]' or l.image_copy is not null) then '#photos' end,
        case when rating_average(rated.stars_1, rated.stars_2, rated.stars_3, rated.stars_4, rated.stars_5) >= 4 then '#stars4' end, case when responses.answers then '#answers' end,
        case when l.license_check = 'confirmed' then '#licensed' end,
        case when l.accepts_wic then '#wic' end, case when l.accepts_ebt then '#ebt' end], null)
      || search_phone_terms(l.phone)
      || more.terms
      || case when l.languages <> '{}' then array(select distinct '#language' || replace(search_fold(language), ' ', '')
        from unnest(l.languages) as language) end),
    folded.name,
    search_position(coalesce(l.lat, a.lat, z.lat), coalesce(l.lng, a.lng, z.lng)),
    case when not l.may_have_closed then opening_minutes(l.hours) end, special.special_days, special.special_minutes, special.year, case when folded.paid then l.paid_until end, l.expires_at, l.created_at,
    coalesce(rating_lower_bound(rated.stars_1, rated.stars_2, rated.stars_3, rated.stars_4, rated.stars_5), 0)
  from listings l
  join zip_codes z on z.zip = l.zip
  left join located_addresses a on l.lat is null and l.address is not null
    and a.address_hash = sha256(convert_to(lower(l.address) || E'\n' || l.zip, 'UTF8'))
  join categories c on c.id = l.category_id
  join categories top on top.id = l.top_category_id
  join counties county on county.id = l.county_id
  left join listing_ratings rated on rated.listing_id = l.id
  left join listing_responses responses on responses.listing_id = l.id
  left join places p on p.id = l.place_id
  left join places n on n.id = l.neighborhood_id
  cross join lateral (
    select l.level <> 'free' and l.paid_until > now() as paid,
      title,
      case when l.business_name <> l.title then search_fold(l.business_name) end as business,
      -- Without the number of a branch: 'Vons #2406'.
      case when l.translations <> '{}' then search_fold(l.translations #>> array[case l.language when 'es' then 'en' else 'es' end, 'title']) end as translated,
      replace(case when l.title like '%#%' then rtrim(title, '0123456789 ') else title end, ' ', '') as name
    from search_fold(l.title) as title
    offset 0
  ) as folded
  left join lateral (
    select string_agg(m.name, ' ') as names, array_agg('#category' || m.id) || array_agg('#category' || m.parent_id) filter (where m.parent_id is not null) as terms
    from categories m where l.more_category_ids <> '{}' and m.id = any(l.more_category_ids)
  ) as more on true
  left join lateral (
    select l.headline, array_to_string(l.tags, ' ') as tags where folded.paid and l.level = 'premium'
  ) as extras on true
  cross join lateral (
    select array_remove(search_lexemes(folded.title) || search_joined_words(folded.title) || folded.name
      || search_lexemes(folded.business) || search_joined_words(folded.business)
      || search_lexemes(folded.translated) || search_joined_words(folded.translated), '') as words
    offset 0
  ) as name_terms
  cross join lateral (
    select to_tsvector('simple', text) || to_tsvector('search_stems', text) as words
    from search_plain(concat_ws(' ', c.name, more.names, extras.tags, p.name, n.name, l.city, l.zip)) as text
    offset 0
  ) as category_terms
  cross join lateral (
    select ts_delete(to_tsvector('search_stems', search_plain(
        concat_ws(' ', case when l.language = 'es' then l.translations #>> '{en,description}' else l.description end, l.address, top.name, county.name || ' County', array_to_string(search_phone_numbers(l.phone), ' '),
          l.service_area, array_to_string(l.languages, ' '), extras.headline))),
      '{a,and,at,for,in,is,it,of,on,or,our,the,to,with,you,your}'::text[]) as words
    offset 0
  ) as text_terms
  cross join lateral (
    select nullif(concat_ws(' ', case when l.language = 'es' or search_is_spanish_name(folded.title) then folded.title end,
        case when l.language = 'es' or search_is_spanish_name(folded.business) then folded.business end,
        case when l.language <> 'es' then folded.translated end), '') as names,
      case when l.language = 'es' then search_plain(extras.tags) end as tags,
      search_plain(nullif(concat_ws(' ', case when l.language = 'es' or search_is_spanish(l.description) then l.description end,
        case when l.language = 'es' then concat_ws(' ', l.service_area, extras.headline) else l.translations #>> '{es,description}' end), '')) as text
    offset 0
  ) as spanish
  left join lateral (
    select year, opening.special_days, opening.special_minutes
    from extract(year from now() at time zone 'America/Los_Angeles') as this (year),
      special_opening(l.hours, l.special_hours, year::int - 1, year::int + 2) as opening
    where l.special_hours <> '[]' and not l.may_have_closed
    offset 0
  ) as special on true
  where l.id = any(ids) and l.status = 'active' and not l.owner_suspended
  order by l.id -- the same lock order in every transaction
  on conflict (listing_id) do update set words = excluded.words, name = excluded.name, position = excluded.position,
    open_minutes = excluded.open_minutes, special_days = excluded.special_days, special_minutes = excluded.special_minutes,
    special_year = excluded.special_year, paid_until = excluded.paid_until, expires_at = excluded.expires_at,
    created_at = excluded.created_at, rating = excluded.rating;

  insert into search_words (word)
  select distinct title_words.word
  from listings l, string_to_table(search_fold(concat_ws(' ', l.title, nullif(l.business_name, l.title), l.translations #>> '{es,title}', l.translations #>> '{en,title}')), ' ') as title_words (word)
  where l.id = any(ids) and l.status = 'active' and not l.owner_suspended
    and length(word) between 3 and 30 and word > ':' -- no numbers
    and not exists (select from search_words w where w.word = title_words.word);
end $$;

-- The same for a transaction that does not write the listings: it waits for those that do, so that it does not overwrite newer
-- rows with older ones.
create or replace function reindex_listing_search(ids bigint[]) returns void language plpgsql as $$
begin
  perform from listings where id = any(ids) order by id for no key update;
  perform refresh_listing_search(ids);
end $$;

-- A dry run of an import rolls back what it inserts.
create or replace function listings_search_trigger() returns trigger language plpgsql as $$
declare
  ids bigint[];
begin
  if current_setting('import.dry_run', true) = 'on' then
    return null;
  elsif tg_op = 'INSERT' then
    ids := array(select id from fresh where status = 'active');
  else
    ids := array(select f.id from fresh f join former o on o.id = f.id
      where (f.status, f.owner_suspended, f.title, f.business_name, f.description, f.language, f.translations, f.headline, f.tags, f.address, f.city,
          f.zip, f.phone, f.service_area, f.languages, f.website, f.image_copy, f.photos, f.hours, f.special_hours, f.may_have_closed, f.license_check, f.accepts_wic, f.accepts_ebt, f.place_id, f.neighborhood_id, f.county_id,
          f.location_id, f.category_id, f.top_category_id, f.more_category_ids, f.lat, f.lng, f.level, f.paid_until, f.expires_at, f.created_at)
        is distinct from (o.status, o.owner_suspended, o.title, o.business_name, o.description, o.language, o.translations, o.headline, o.tags,
          o.address, o.city, o.zip, o.phone, o.service_area, o.languages, o.website, o.image_copy, o.photos, o.hours, o.special_hours, o.may_have_closed, o.license_check, o.accepts_wic, o.accepts_ebt,
          o.place_id, o.neighborhood_id, o.county_id, o.location_id, o.category_id, o.top_category_id, o.more_category_ids, o.lat, o.lng, o.level, o.paid_until,
          o.expires_at, o.created_at));
  end if;
  if cardinality(ids) > 0 then perform refresh_listing_search(ids); end if;
  return null;
end $$;

create or replace trigger listings_search_insert after insert on listings referencing new table as fresh
  for each statement execute function listings_search_trigger();
create or replace trigger listings_search_update after update on listings referencing old table as former new table as fresh
  for each statement execute function listings_search_trigger();

-- An insert with 'on conflict do update' fires the triggers of both inserts and updates, one of them without rows.
create or replace function names_search_trigger() returns trigger language plpgsql as $$
declare
  ids bigint[] := array(select listing_id from fresh);
begin
  if cardinality(ids) > 0 then perform add_search_compounds(ids); end if;
  return null;
end $$;

create or replace trigger listing_search_names_insert after insert on listing_search referencing new table as fresh
  for each statement execute function names_search_trigger();
create or replace trigger listing_search_names_update after update on listing_search referencing new table as fresh
  for each statement execute function names_search_trigger();

-- An update of the gazetteer can rename places and move ZIP codes.
create or replace function places_search_trigger() returns trigger language plpgsql as $$
begin
  perform reindex_listing_search(case tg_table_name
    when 'places' then array(select id from listings where (to_jsonb(new) ->> 'id')::int in (place_id, neighborhood_id))
    else array(select id from listings where zip = to_jsonb(new) ->> 'zip') end);
  return null;
end $$;
create or replace trigger places_search after update on places
  for each row when (old.name <> new.name) execute function places_search_trigger();
create or replace trigger zip_codes_search after update on zip_codes
  for each row when (old.lat <> new.lat or old.lng <> new.lng) execute function places_search_trigger();

create or replace function ratings_search_trigger() returns trigger language plpgsql as $$
begin
  perform reindex_listing_search(array(select listing_id from fresh));
  return null;
end $$;

create or replace trigger ratings_search_insert after insert on listing_ratings referencing new table as fresh
  for each statement execute function ratings_search_trigger();
create or replace trigger ratings_search_update after update on listing_ratings referencing new table as fresh
  for each statement execute function ratings_search_trigger();
create or replace trigger responses_search_insert after insert on listing_responses referencing new table as fresh
  for each statement execute function ratings_search_trigger();
create or replace trigger responses_search_update after update on listing_responses referencing new table as fresh
  for each statement execute function ratings_search_trigger();
create or replace trigger responses_search_delete after delete on listing_responses referencing old table as fresh
  for each statement execute function ratings_search_trigger();
