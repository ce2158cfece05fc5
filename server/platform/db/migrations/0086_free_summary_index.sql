-- outside a transaction
alter table mailings validate constraint mailings_kind_check;

drop index concurrently if exists mailings_free_summary;

create index concurrently mailings_free_summary on mailings (account_id) where kind = 'free-summary' and stopped_at is null;
