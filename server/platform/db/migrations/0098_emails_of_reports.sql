-- outside a transaction
-- The address that a visitor without an account leaves for the answer to a report, and the language of that answer.
alter table reports add column if not exists email text, add column if not exists language text;

alter table reports drop constraint if exists reports_email_check, drop constraint if exists reports_language_check;

alter table reports add constraint reports_email_check check (char_length(email) <= 254) not valid,
  add constraint reports_language_check check (language ~ '^[a-z]{2}$') not valid;

alter table reports validate constraint reports_email_check;

alter table reports validate constraint reports_language_check;
