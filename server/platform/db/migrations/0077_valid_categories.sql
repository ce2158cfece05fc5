-- outside a transaction
-- The checks and kinds that 0076 added, without keeping readers waiting.

alter table categories validate constraint categories_edited_check;

alter table categories validate constraint categories_words_check;

alter table categories validate constraint categories_merged_into_fkey;

alter table categories validate constraint categories_merged_check;

alter table audit validate constraint audit_kind_check;
