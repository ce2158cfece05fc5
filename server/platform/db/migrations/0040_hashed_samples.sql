-- outside a transaction
-- The samples of searches and maps (0037) by a hash of the id: every 16th row of an imported file may be of one kind, and its ids are in
-- the order of the file. The earlier indexes stay until the new ones are there.
drop index concurrently if exists listing_search_sample_words_new;

create index concurrently listing_search_sample_words_new on listing_search using gin (words) with (gin_pending_list_limit = 256) where hashint8(listing_id) & 127 = 0;

drop index concurrently if exists listing_search_sample_words;

alter index listing_search_sample_words_new rename to listing_search_sample_words;

drop index concurrently if exists listing_search_sample_position_new;

create index concurrently listing_search_sample_position_new on listing_search using gist (position) include (listing_id, paid_until, expires_at) where hashint8(listing_id) & 127 = 0;

drop index concurrently if exists listing_search_sample_position;

alter index listing_search_sample_position_new rename to listing_search_sample_position;

drop index concurrently if exists listing_search_map_words_new;

create index concurrently listing_search_map_words_new on listing_search using gin (words) with (gin_pending_list_limit = 256) where hashint8(listing_id) & 15 = 0;

drop index concurrently if exists listing_search_map_words;

alter index listing_search_map_words_new rename to listing_search_map_words;

drop index concurrently if exists listing_search_map_position_new;

create index concurrently listing_search_map_position_new on listing_search using gist (position) include (listing_id, paid_until, expires_at) where hashint8(listing_id) & 15 = 0;

drop index concurrently if exists listing_search_map_position;

alter index listing_search_map_position_new rename to listing_search_map_position;
