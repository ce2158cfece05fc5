-- derived from the columns of listings
-- Public queries read these views and not the table. What is not a column comes first, because `create or replace view` adds columns only
-- at the end. `shown_level` is the level at which visitors see a listing; stars and answers: docs/decisions/0123-stars-and-answers-on-rows.md.
create or replace view public_listings as
select case when level <> 'free' and paid_until > now() then level else 'free' end as shown_level,
  (select rating_average(stars_1, stars_2, stars_3, stars_4, stars_5) from listing_ratings r where r.listing_id = listings.id) as rating_average,
  (select stars_1 + stars_2 + stars_3 + stars_4 + stars_5 from listing_ratings r where r.listing_id = listings.id) as rating_count,
  (select shown_minutes from listing_responses a where a.listing_id = listings.id) as answer_minutes,
  listings.*
from listings
where status = 'active' and not owner_suspended and (expires_at is null or expires_at > now());

create or replace view sample_listings as
select level as shown_level,
  (select rating_average(stars_1, stars_2, stars_3, stars_4, stars_5) from listing_ratings r where r.listing_id = listings.id) as rating_average,
  (select stars_1 + stars_2 + stars_3 + stars_4 + stars_5 from listing_ratings r where r.listing_id = listings.id) as rating_count,
  (select shown_minutes from listing_responses a where a.listing_id = listings.id) as answer_minutes,
  listings.*
from listings
where status = 'sample';
