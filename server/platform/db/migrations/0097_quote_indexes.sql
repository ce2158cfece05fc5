-- outside a transaction
-- The conversations of a quote request, and the businesses of a category that take messages.

drop index concurrently if exists conversations_of_quote;

create index concurrently conversations_of_quote on conversations (quote_request_id) where quote_request_id is not null;

drop index concurrently if exists listings_with_owner;

create index concurrently listings_with_owner on listings (category_id) where owner_id is not null;

alter table conversations validate constraint conversations_quote_request_id_fkey;
