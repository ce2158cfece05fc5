-- The order 'most useful' (docs/product.md, Reviews): an age in days, of which a text of 600 characters makes up for 180, and a known
-- purchase for 60. Neither stars nor what the business pays count.
create function review_usefulness(published_at timestamptz, body text, purchased text) returns integer
language sql immutable parallel safe return
  floor(extract(epoch from published_at) / 86400)::integer + least(char_length(body), 600) * 3 / 10
  + case when purchased is null then 0 else 60 end;
