-- outside a transaction
-- The staff finds accounts by parts of their emails and business names, as by those of their usernames.
drop index concurrently if exists accounts_email_part;

create index concurrently accounts_email_part on accounts using gin (email_key gin_trgm_ops);

drop index concurrently if exists accounts_business_name_part;

create index concurrently accounts_business_name_part on accounts using gin (lower(business_name) gin_trgm_ops);
