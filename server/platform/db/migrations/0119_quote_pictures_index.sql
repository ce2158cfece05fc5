-- outside a transaction
-- The constraints of 0118, without keeping readers waiting.

alter table message_pictures validate constraint message_pictures_quote_request_id_fkey;

alter table message_pictures validate constraint message_pictures_part_of_one;

drop index concurrently if exists message_pictures_quote_request;

create index concurrently message_pictures_quote_request on message_pictures (quote_request_id) where quote_request_id is not null;

drop index concurrently if exists message_pictures_unused;

create index concurrently message_pictures_unused on message_pictures (created_at) where message_id is null and quote_request_id is null;

drop index concurrently if exists message_pictures_loose;
