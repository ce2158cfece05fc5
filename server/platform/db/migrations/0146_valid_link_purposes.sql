-- outside a transaction
-- The constraint of 0145, without keeping readers waiting.

alter table conversation_links validate constraint conversation_links_purpose;
