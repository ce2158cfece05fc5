-- outside a transaction
-- The constraints of 0120, without keeping readers waiting.

alter table accounts validate constraint accounts_language_check;

alter table conversations validate constraint conversations_customer_language_check;

alter table contact_messages validate constraint contact_messages_language_check;

alter table entered_codes validate constraint entered_codes_language_check;
