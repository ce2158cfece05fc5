-- outside a transaction
alter table listings validate constraint listings_source_date;
