-- outside a transaction
-- The constraint of 0098, without keeping readers waiting.

alter table conversations validate constraint conversations_note_check;
