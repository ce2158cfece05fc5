-- outside a transaction
drop index concurrently if exists reviews_useful;

create index concurrently reviews_useful on reviews (listing_id, review_usefulness(published_at, body, purchased) desc, id desc)
  where status = 'shown';
