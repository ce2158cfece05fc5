-- outside a transaction
-- The conversations of a business with a label, which may be few among many.

drop index concurrently if exists conversations_of_label;

create index concurrently conversations_of_label on conversations (owner_id, label, last_message_at desc, id desc) where opened_at is not null;
