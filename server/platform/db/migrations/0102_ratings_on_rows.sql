-- What rows say about a business besides its facts: its stars and how soon it answers
-- (docs/decisions/0123-stars-and-answers-on-rows.md).

-- How a listing's business answered the messages of the past 90 days, counted daily.
create table listing_responses (
  listing_id bigint primary key references listings on delete cascade,
  leads integer not null check (leads > 0),                          -- conversations that count
  answered integer not null check (answered between 0 and leads),
  median_minutes integer check (median_minutes >= 0),                -- in opening hours; null where most were not answered
  answers boolean not null generated always as (answered > 0 and answered * 2 >= leads) stored,
  shown_minutes integer generated always as (case when leads >= 5 then median_minutes end) stored,
  counted_at timestamptz(3) not null default now()
);

-- Of n ratings, of which n_k have k stars: the lower end of the interval that holds the true mean with a probability of 90 %,
-- with one rating of each number of stars assumed before. 0 below three ratings, of which no average is shown.
create function rating_lower_bound(n1 integer, n2 integer, n3 integer, n4 integer, n5 integer) returns real
language sql immutable parallel safe return
  case when n1 + n2 + n3 + n4 + n5 < 3 then 0 else (
    select mean - 1.65 * sqrt(greatest(squares - mean * mean, 0) / (n1 + n2 + n3 + n4 + n5 + 6))
    from (select (15 + n1 + 2 * n2 + 3 * n3 + 4 * n4 + 5 * n5)::float8 / (n1 + n2 + n3 + n4 + n5 + 5) as mean,
      (55 + n1 + 4 * n2 + 9 * n3 + 16 * n4 + 25 * n5)::float8 / (n1 + n2 + n3 + n4 + n5 + 5) as squares) as moments) end;

-- The mean of so many ratings of one to five stars, to one decimal; null below three.
create function rating_average(n1 integer, n2 integer, n3 integer, n4 integer, n5 integer) returns real
language sql immutable parallel safe return
  case when n1 + n2 + n3 + n4 + n5 >= 3 then
    round((n1 + 2 * n2 + 3 * n3 + 4 * n4 + 5 * n5)::numeric / (n1 + n2 + n3 + n4 + n5), 1)::real end;

alter table listing_search add column rating real not null default 0;  -- rating_lower_bound

do $$
declare
  lay_down text := pg_get_functiondef('search_lay_down'::regproc);
  view text;
  listed text;
begin
  lay_down := replace(lay_down, 'then ''#photos'' end], null)', 'then ''#photos'' end,
        case when rating_average(rated.stars_1, rated.stars_2, rated.stars_3, rated.stars_4, rated.stars_5) >= 4 then ''#stars4'' end, case when responses.answers then ''#answers'' end], null)');
  lay_down := replace(lay_down, 'paid_until, expires_at, created_at)
  select l.id,', 'paid_until, expires_at, created_at, rating)
  select l.id,');
  lay_down := replace(lay_down, 'l.expires_at, l.created_at
  from listings l', 'l.expires_at, l.created_at,
    coalesce(rating_lower_bound(rated.stars_1, rated.stars_2, rated.stars_3, rated.stars_4, rated.stars_5), 0)
  from listings l');
  lay_down := replace(lay_down, 'left join places p on p.id = l.place_id', 'left join listing_ratings rated on rated.listing_id = l.id
  left join listing_responses responses on responses.listing_id = l.id
  left join places p on p.id = l.place_id');
  lay_down := replace(lay_down, 'created_at = excluded.created_at;', 'created_at = excluded.created_at, rating = excluded.rating;');
  assert lay_down like '%#stars4%' and lay_down like '%created_at, rating)%' and lay_down like '%rating_lower_bound%'
    and lay_down like '%join listing_responses%' and lay_down like '%rating = excluded.rating%';
  execute lay_down;
  foreach view in array array['public_listings', 'sample_listings'] loop
    listed := replace(pg_get_viewdef(view::regclass), 'AS shown_level', 'AS shown_level,
      (select rating_average(r.stars_1, r.stars_2, r.stars_3, r.stars_4, r.stars_5)
        from listing_ratings r where r.listing_id = listings.id) as rating_average,
      (select r.stars_1 + r.stars_2 + r.stars_3 + r.stars_4 + r.stars_5
        from listing_ratings r where r.listing_id = listings.id) as rating_count,
      (select a.shown_minutes from listing_responses a where a.listing_id = listings.id) as answer_minutes');
    assert listed like '%rating_average%';
    execute format('create or replace view %I as %s', view, listed);
  end loop;
end $$;

create function ratings_are_searched() returns trigger language plpgsql as $$
begin
  perform search_lay_down_again(array(select listing_id from fresh));
  return null;
end $$;
create trigger ratings_searched_insert after insert on listing_ratings referencing new table as fresh
  for each statement execute function ratings_are_searched();
create trigger ratings_searched_update after update on listing_ratings referencing new table as fresh
  for each statement execute function ratings_are_searched();
create trigger responses_searched_insert after insert on listing_responses referencing new table as fresh
  for each statement execute function ratings_are_searched();
create trigger responses_searched_update after update on listing_responses referencing new table as fresh
  for each statement execute function ratings_are_searched();
create trigger responses_searched_delete after delete on listing_responses referencing old table as fresh
  for each statement execute function ratings_are_searched();
