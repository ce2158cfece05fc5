-- Reviews are counted once for each listing of a statement: a merge or the deletion of an account changes many of them, and each
-- change of listing_ratings indexes its listing anew, some 6 ms.
-- Adds up so many reviews more or fewer of listings and stars. With its listing a rating goes without being counted.
create or replace function add_review_counts(listings bigint[], stars integer[], changes integer[]) returns void language sql as $$
  with change as materialized (
    select listing,
      coalesce(sum(change) filter (where star = 1), 0)::int as n1, coalesce(sum(change) filter (where star = 2), 0)::int as n2,
      coalesce(sum(change) filter (where star = 3), 0)::int as n3, coalesce(sum(change) filter (where star = 4), 0)::int as n4,
      coalesce(sum(change) filter (where star = 5), 0)::int as n5
    from unnest(listings, stars, changes) as changed (listing, star, change)
    where exists (select from listings l where l.id = listing)
    group by listing
  ), updated as (
    update listing_ratings r
    set stars_1 = stars_1 + n1, stars_2 = stars_2 + n2, stars_3 = stars_3 + n3, stars_4 = stars_4 + n4, stars_5 = stars_5 + n5
    from change where r.listing_id = listing
    returning r.listing_id
  )
  insert into listing_ratings as r (listing_id, stars_1, stars_2, stars_3, stars_4, stars_5)
  select listing, greatest(n1, 0), greatest(n2, 0), greatest(n3, 0), greatest(n4, 0), greatest(n5, 0)
  from change where listing not in (select listing_id from updated) order by listing
  -- Another transaction counted the first one meanwhile.
  on conflict (listing_id) do update set stars_1 = r.stars_1 + excluded.stars_1, stars_2 = r.stars_2 + excluded.stars_2,
    stars_3 = r.stars_3 + excluded.stars_3, stars_4 = r.stars_4 + excluded.stars_4, stars_5 = r.stars_5 + excluded.stars_5
$$;

-- Of each statement: `former_reviews` are what it changed or deleted, `current_reviews` what it left or added.
create or replace function count_reviews() returns trigger language plpgsql as $$
declare
  counted record;
begin
  if tg_op = 'INSERT' then
    select array_agg(listing_id) as listings, array_agg(stars) as stars, array_agg(n) as changes into counted from (
      select listing_id, stars, count(*)::int as n from current_reviews where status = 'shown' group by 1, 2) as shown;
  elsif tg_op = 'DELETE' then
    select array_agg(listing_id) as listings, array_agg(stars) as stars, array_agg(n) as changes into counted from (
      select listing_id, stars, -count(*)::int as n from former_reviews where status = 'shown' group by 1, 2) as shown;
  else
    select array_agg(listing_id) as listings, array_agg(stars) as stars, array_agg(n) as changes into counted from (
      select listing_id, stars, sum(one)::int as n
      from (
        select listing_id, stars, 1 as one from current_reviews where status = 'shown'
        union all select listing_id, stars, -1 from former_reviews where status = 'shown') as shown
      group by 1, 2 having sum(one) <> 0) as changed;
  end if;
  if counted.listings is not null then
    perform add_review_counts(counted.listings, counted.stars, counted.changes);
  end if;
  return null;
end $$;

create or replace trigger count_reviews after insert on reviews
  referencing new table as current_reviews for each statement execute function count_reviews();
create or replace trigger count_reviews_update after update on reviews
  referencing old table as former_reviews new table as current_reviews for each statement execute function count_reviews();
create or replace trigger count_reviews_delete after delete on reviews
  referencing old table as former_reviews for each statement execute function count_reviews();
