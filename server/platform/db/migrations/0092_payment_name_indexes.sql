-- outside a transaction
alter table payments validate constraint payments_cardholder_check;

-- The staff finds payments by parts of the names on the card and the invoice, and of listings that the search does not have.
drop index concurrently if exists payments_cardholder_part;

create index concurrently payments_cardholder_part on payments using gin (lower(cardholder) gin_trgm_ops) where cardholder is not null;

drop index concurrently if exists invoices_names_part;

create index concurrently invoices_names_part on invoices using gin (
  lower(coalesce(facts #>> '{buyer,name}', '') || ' ' || coalesce(facts #>> '{buyer,company}', '') || ' ' || coalesce(facts ->> 'listing', ''))
  gin_trgm_ops) where kind = 'invoice';

drop index concurrently if exists invoice_versions_names_part;

create index concurrently invoice_versions_names_part on invoice_versions using gin (
  lower(coalesce(facts #>> '{buyer,name}', '') || ' ' || coalesce(facts #>> '{buyer,company}', '') || ' ' || coalesce(facts ->> 'listing', ''))
  gin_trgm_ops);

drop index concurrently if exists listings_not_public_name_part;

create index concurrently listings_not_public_name_part on listings using gin (lower(title || ' ' || business_name) gin_trgm_ops)
  where owner_id is not null and (status <> 'active' or owner_suspended);
