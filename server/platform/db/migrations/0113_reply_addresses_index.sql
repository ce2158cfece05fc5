-- outside a transaction
-- The constraints of 0112, without keeping readers waiting.

alter table conversation_links validate constraint conversation_links_account_id_fkey;

alter table conversation_links validate constraint conversation_links_side_account;

drop index concurrently if exists conversation_links_account;

create index concurrently conversation_links_account on conversation_links (account_id) where account_id is not null;
