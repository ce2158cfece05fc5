-- The minute of the week of a time, from Monday 0:00 in Los Angeles.
create or replace function minute_of_week(at timestamptz) returns integer language sql immutable strict parallel safe as $$
  select (1440 * (extract(isodow from clock) - 1) + 60 * extract(hour from clock) + extract(minute from clock))::int
  from (select at at time zone 'America/Los_Angeles' as clock) as there
$$;

-- The minutes of the week, from Monday 0:00 in Los Angeles, during which these hours are open.
create or replace function opening_minutes(hours jsonb) returns int4multirange language sql immutable strict parallel safe as $$
  with days as (
    select 1440 * (n::int - 1) as midnight, hours -> day as day_hours
    from unnest('{monday,tuesday,wednesday,thursday,friday,saturday,sunday}'::text[]) with ordinality as d (day, n)
  ), spans as (
    select midnight as opens, midnight + 1440 as closes from days where day_hours = '"all-day"'
    union all
    select midnight + opens, midnight + closes + case when closes <= opens then 1440 else 0 end
    from days,
      lateral jsonb_array_elements(case jsonb_typeof(day_hours) when 'array' then day_hours else '[]' end) as span,
      lateral (select (extract(epoch from (span ->> 'opens')::time) / 60)::int as opens,
        (extract(epoch from (span ->> 'closes')::time) / 60)::int as closes) as minutes
  )
  -- Hours past midnight on Sunday continue on Monday.
  select range_agg(part) from spans,
    lateral (values (int4range(opens, least(closes, 10080))), (int4range(0, greatest(closes - 10080, 0)))) as parts (part)
$$;

-- Whether these hours are all day, every day.
create or replace function is_always_open(hours jsonb) returns boolean language sql immutable strict parallel safe as $$
  select coalesce(opening_minutes(hours) @> int4range(0, 10080), false)
$$;

-- The minutes of a day during which these hours are open. After midnight they continue past 1440.
create or replace function day_minutes(hours jsonb) returns int4multirange language sql immutable strict parallel safe as $$
  select case when hours = '"all-day"' then '{[0,1440)}'::int4multirange
    else (select range_agg(int4range(opens, closes + case when closes <= opens then 1440 else 0 end))
      from jsonb_array_elements(case jsonb_typeof(hours) when 'array' then hours else '[]' end) as span,
        lateral (select (extract(epoch from (span ->> 'opens')::time) / 60)::int as opens,
          (extract(epoch from (span ->> 'closes')::time) / 60)::int as closes) as minutes) end
$$;

-- The date of an entry in a year; null if it has none in it.
create or replace function special_date("on" text, year integer) returns date language sql immutable strict parallel safe as $$
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

-- The days, since 1970, of a period ('2026-12-01/2026-12-12', '2026-12-01/..') in these years; none where it is no period.
create or replace function closed_days("on" text, first_year integer, last_year integer) returns setof integer language sql immutable strict parallel safe as $$
  select generate_series(
    case when "on" like '%/%' then greatest(left("on", 10)::date, make_date(first_year, 1, 1)) - date '1970-01-01' end,
    least(case when "on" like '%/2%' then substr("on", 12)::date - 1 end, make_date(last_year, 12, 31)) - date '1970-01-01')
$$;

-- Whether something is known of when a business is open: what is by appointment is not, and a closed period is over one day.
create or replace function are_hours_known(hours jsonb, special jsonb) returns boolean language sql immutable parallel safe as $$
  select exists (select from jsonb_each(hours) as day where day.value not in ('null', '"appointment"'))
    or exists (select from jsonb_array_elements(special) as entry where entry ->> 'on' not like '%/%')
$$;

-- The local time in Los Angeles in minutes since the midnight with which 1970 began. Hours that are repeated count twice.
create or replace function local_minute(at timestamptz) returns integer language sql immutable strict parallel safe as $$
  select (extract(epoch from date_trunc('minute', at at time zone 'America/Los_Angeles')) / 60)::int
$$;

-- The days, since 1970, in these years whose opening is not that of their weekday: those with special hours and the days after,
-- because hours may end after midnight; and the minutes, since 1970, during which the business is open on them.
create or replace function special_opening(hours jsonb, special jsonb, first_year integer, last_year integer,
  out special_days int4multirange, out special_minutes int4multirange)
language sql stable parallel safe as $$
  with special_dates as materialized (
    -- A closed period precedes an entry for one date, which precedes a date of every year, which precedes a movable holiday.
    select distinct on (day) day, day_hours
    from (
      select date - date '1970-01-01' as day, entry -> 'hours' as day_hours,
        case when entry ->> 'on' ~ '^\d{4}-' then 1 when entry ->> 'on' ~ '^\d' then 2 else 3 end as rank
      from jsonb_array_elements(special) as entry, generate_series(first_year, last_year) as year,
        special_date(entry ->> 'on', year) as date
      where date is not null
      union all
      select day, '"closed"', 0
      from jsonb_array_elements(special) as entry, closed_days(entry ->> 'on', first_year, last_year) as day
    ) as entries
    order by day, rank
  ), days as (
    select day from special_dates union select day + 1 from special_dates where day_hours <> '"closed"' or are_hours_known(hours, '[]')
  ), opening as (
    select 1440 * days.day as midnight, 1440 * (days.day - days_before) as opened, day_minutes(coalesce(
      (select day_hours from special_dates where special_dates.day = days.day - days_before),
      hours -> (array['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'])
        [(days.day - days_before + 3) % 7 + 1])) as minutes
    from days, (values (0), (1)) as part (days_before)
  )
  select (select range_agg(int4range(day, day + 1)) from days),
    (select range_agg(int4range(opened + lower(span), opened + upper(span)) * int4range(midnight, midnight + 1440))
      from opening, unnest(minutes) as span)
$$;

-- Whether a business is open: on special days by their minutes, on all others by those of the week.
create or replace function is_open(open_minutes int4multirange, special_days int4multirange, special_minutes int4multirange, at timestamptz)
returns boolean language sql immutable parallel safe as $$
  select coalesce(case when special_days @> local_minute(at) / 1440 then special_minutes @> local_minute(at)
    else open_minutes @> minute_of_week(at) end, false)
$$;

-- Tonight at 11 p.m. in Los Angeles, or this moment where it is later. The night ends at 4 a.m.
create or replace function late_time(at timestamptz) returns timestamptz language sql immutable strict parallel safe as $$
  select case when extract(hour from clock) between 4 and 22 then (date_trunc('day', clock) + interval '23 hours') at time zone 'America/Los_Angeles'
    else at end
  from (select at at time zone 'America/Los_Angeles' as clock) as there
$$;
