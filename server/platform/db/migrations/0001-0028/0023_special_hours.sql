-- Days with hours of their own: [{"on": "2026-12-24" | "12-24" | "thanksgiving", "hours": …}], as in contract/special-hours.ts.
alter table listings
  add column special_hours jsonb not null default '[]'
    check (jsonb_typeof(special_hours) = 'array' and jsonb_array_length(special_hours) <= 40);

drop view public_listings, sample_listings;
create view public_listings as
select *, case when level <> 'free' and paid_until > now() then level else 'free' end as shown_level
from listings
where status = 'active' and not owner_suspended and (expires_at is null or expires_at > now());
create view sample_listings as select *, level as shown_level from listings where status = 'sample';

-- The minutes of a day during which these hours are open. After midnight they continue past 1440.
create function day_minutes(hours jsonb) returns int4multirange language sql immutable strict parallel safe as $$
  select case when hours = '"all-day"' then '{[0,1440)}'::int4multirange
    else (select range_agg(int4range(opens, closes + case when closes <= opens then 1440 else 0 end))
      from jsonb_array_elements(case jsonb_typeof(hours) when 'array' then hours else '[]' end) as span,
        lateral (select (extract(epoch from (span ->> 'opens')::time) / 60)::int as opens,
          (extract(epoch from (span ->> 'closes')::time) / 60)::int as closes) as minutes) end
$$;

-- The date of an entry in a year; null if it has none in it.
create function special_date("on" text, year integer) returns date language sql immutable strict parallel safe as $$
  select case
    when "on" ~ '^\d{4}-\d\d-\d\d$' then case when left("on", 4) = year::text then "on"::date end
    when "on" ~ '^\d\d-\d\d$' then case
      when "on" <> '02-29' or extract(day from make_date(year, 3, 1) - 1) = 29
      then make_date(year, left("on", 2)::int, right("on", 2)::int) end
    else (
      -- The first day of the seven in which the holiday falls, its weekday (Monday is 1), and the days after that.
      select from_day + (weekday - extract(isodow from from_day)::int + 7) % 7 + days_after
      from (values
        ('mlk-day', make_date(year, 1, 15), 1, 0),
        ('presidents-day', make_date(year, 2, 15), 1, 0),
        ('memorial-day', make_date(year, 5, 25), 1, 0),
        ('labor-day', make_date(year, 9, 1), 1, 0),
        ('thanksgiving', make_date(year, 11, 22), 4, 0),
        ('day-after-thanksgiving', make_date(year, 11, 22), 4, 1)
      ) as holidays (name, from_day, weekday, days_after)
      where name = "on")
  end
$$;

-- The local time in Los Angeles in minutes since the midnight with which 1970 began. Hours that are repeated count twice.
create function local_minute(at timestamptz) returns integer language sql immutable strict parallel safe as $$
  select (extract(epoch from date_trunc('minute', at at time zone 'America/Los_Angeles')) / 60)::int
$$;

-- The days, since 1970, in these years whose opening is not that of their weekday: those with special hours and the days after,
-- because hours may end after midnight; and the minutes, since 1970, during which the business is open on them.
create function special_opening(hours jsonb, special jsonb, first_year integer, last_year integer,
  out special_days int4multirange, out special_minutes int4multirange)
language sql stable parallel safe as $$
  with special_dates as materialized (
    -- An entry for one date precedes a date of every year, which precedes a movable holiday.
    select distinct on (date) date - date '1970-01-01' as day, entry -> 'hours' as said
    from jsonb_array_elements(special) as entry, generate_series(first_year, last_year) as year,
      special_date(entry ->> 'on', year) as date
    where date is not null
    order by date, case when entry ->> 'on' ~ '^\d{4}-' then 0 when entry ->> 'on' ~ '^\d' then 1 else 2 end
  ), days as (
    select day from special_dates union select day + 1 from special_dates
  ), opening as (
    select 1440 * days.day as midnight, 1440 * (days.day - days_before) as opened, day_minutes(coalesce(
      (select said from special_dates where special_dates.day = days.day - days_before),
      hours -> (array['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'])
        [(days.day - days_before + 3) % 7 + 1])) as minutes
    from days, (values (0), (1)) as part (days_before)
  )
  select (select range_agg(int4range(day, day + 1)) from days),
    (select range_agg(int4range(opened + lower(span), opened + upper(span)) * int4range(midnight, midnight + 1440))
      from opening, unnest(minutes) as span)
$$;

-- Whether a business is open: on special days by their minutes, on all others by those of the week.
create function is_open(open_minutes int4multirange, special_days int4multirange, special_minutes int4multirange, at timestamptz)
returns boolean language sql immutable parallel safe as $$
  select coalesce(case when special_days @> local_minute(at) / 1440 then special_minutes @> local_minute(at)
    else open_minutes @> minute_of_week(at) end, false)
$$;

alter table listing_search
  add column special_days int4multirange,    -- since 1970
  add column special_minutes int4multirange, -- since 1970
  add column special_year integer;           -- the two columns before begin with the day before this year; null without special hours
create index listing_search_special_year on listing_search (special_year) where special_year is not null;

do $$
declare
  lay_down text := pg_get_functiondef('search_lay_down'::regproc);
  searched text := pg_get_functiondef('listings_are_searched'::regproc);
begin
  lay_down := replace(lay_down, 'position, open_minutes, paid_until,',
    'position, open_minutes, special_days, special_minutes, special_year, paid_until,');
  lay_down := replace(lay_down, 'opening_minutes(l.hours), case',
    'opening_minutes(l.hours), special.special_days, special.special_minutes, special.year, case');
  lay_down := replace(lay_down, 'open_minutes = excluded.open_minutes,',
    'open_minutes = excluded.open_minutes, special_days = excluded.special_days, special_minutes = excluded.special_minutes,
    special_year = excluded.special_year,');
  lay_down := replace(lay_down, 'case when l.hours is not null then ''#hours'' end',
    'case when l.hours is not null or l.special_hours <> ''[]'' then ''#hours'' end');
  lay_down := replace(lay_down, '  where l.id = any(ids) and l.status = ''active'' and not l.owner_suspended
  order by l.id',
    '  left join lateral (
    select year, opening.special_days, opening.special_minutes
    from extract(year from now() at time zone ''America/Los_Angeles'') as this (year),
      special_opening(l.hours, l.special_hours, year::int - 1, year::int + 2) as opening
    offset 0
  ) as special on l.special_hours <> ''[]''
  where l.id = any(ids) and l.status = ''active'' and not l.owner_suspended
  order by l.id');
  searched := replace(searched, 'f.hours,', 'f.hours, f.special_hours,');
  searched := replace(searched, 'o.hours,', 'o.hours, o.special_hours,');
  assert lay_down like '%open_minutes, special_days, special_minutes,%' and lay_down like '%special.year, case%'
    and lay_down like '%special_year = excluded.special_year%' and lay_down like '%l.special_hours <> ''[]'' then ''#hours''%'
    and lay_down like '%) as special on%';
  assert searched like '%f.special_hours%' and searched like '%o.special_hours%';
  execute lay_down;
  execute searched;
end $$;
