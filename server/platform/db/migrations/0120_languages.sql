-- The language of emails (docs/decisions/0133-emails-in-the-recipients-language.md): of accounts, and of people without one the language of
-- the page on which they gave their address.

alter table accounts add column language text not null default 'en';

alter table conversations add column customer_language text not null default 'en';

alter table contact_messages add column language text not null default 'en';

alter table entered_codes add column language text not null default 'en';

alter table accounts add constraint accounts_language_check check (language ~ '^[a-z]{2}$') not valid;

alter table conversations add constraint conversations_customer_language_check check (customer_language ~ '^[a-z]{2}$') not valid;

alter table contact_messages add constraint contact_messages_language_check check (language ~ '^[a-z]{2}$') not valid;

alter table entered_codes add constraint entered_codes_language_check check (language ~ '^[a-z]{2}$') not valid;
