-- outside a transaction
drop index concurrently if exists listings_match_long_phone;

create index concurrently listings_match_long_phone on listings (rtrim(left(phone, 14)))
  where char_length(phone) > 14 and status in ('active', 'paused', 'hidden', 'waiting');

drop index concurrently if exists listings_match_other_phone;

create index concurrently listings_match_other_phone on listings (rtrim(left(split_part(phone, ' / ', 2), 14)))
  where phone like '% / %' and status in ('active', 'paused', 'hidden', 'waiting');
