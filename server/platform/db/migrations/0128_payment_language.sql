-- The language of the page on which a plan was bought, in which its receipt and invoice are (California Civil Code 1632;
-- docs/decisions/0133-emails-in-the-recipients-language.md).

alter table payments add column language text not null default 'en';

alter table payments add constraint payments_language_check check (language ~ '^[a-z]{2}$') not valid;
