-- outside a transaction
alter table mailings validate constraint mailings_kind_check;
