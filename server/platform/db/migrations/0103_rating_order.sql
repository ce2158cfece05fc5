-- outside a transaction
-- The order of a search by rating, and the terms and the order of listings that were rated before 0102.

drop index concurrently if exists listing_search_rating;

create index concurrently listing_search_rating on listing_search (rating desc, created_at desc, listing_id desc);

select search_lay_down_again(array(select listing_id from listing_ratings));
