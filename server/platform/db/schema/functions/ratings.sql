-- The mean of so many ratings of one to five stars, to one decimal; null below three.
create or replace function rating_average(n1 integer, n2 integer, n3 integer, n4 integer, n5 integer) returns real
language sql immutable parallel safe return
  case when n1 + n2 + n3 + n4 + n5 >= 3 then
    round((n1 + 2 * n2 + 3 * n3 + 4 * n4 + 5 * n5)::numeric / (n1 + n2 + n3 + n4 + n5), 1)::real end;

-- Of n ratings, of which n_k have k stars: the lower end of the interval that holds the true mean with a probability of 90 %,
-- with one rating of each number of stars assumed before. 0 below three ratings, of which no average is shown.
create or replace function rating_lower_bound(n1 integer, n2 integer, n3 integer, n4 integer, n5 integer) returns real
language sql immutable parallel safe return
  case when n1 + n2 + n3 + n4 + n5 < 3 then 0 else (
    select mean - 1.65 * sqrt(greatest(squares - mean * mean, 0) / (n1 + n2 + n3 + n4 + n5 + 6))
    from (select (15 + n1 + 2 * n2 + 3 * n3 + 4 * n4 + 5 * n5)::float8 / (n1 + n2 + n3 + n4 + n5 + 5) as mean,
      (55 + n1 + 4 * n2 + 9 * n3 + 16 * n4 + 25 * n5)::float8 / (n1 + n2 + n3 + n4 + n5 + 5) as squares) as moments) end;

-- The order 'most useful' (docs/product.md, Reviews): an age in days, of which a text of 600 characters makes up for 180, and a known
-- purchase for 60. Neither stars nor what the business pays count.
create or replace function review_usefulness(published_at timestamptz, body text, purchased text) returns integer
language sql immutable parallel safe return
  floor(extract(epoch from published_at) / 86400)::integer + least(char_length(body), 600) * 3 / 10
  + case when purchased is null then 0 else 60 end;
