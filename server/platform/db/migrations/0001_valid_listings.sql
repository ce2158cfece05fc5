-- outside a transaction
-- Adopted databases have these constraints unvalidated. Reads and writes go on meanwhile.
alter table listings validate constraint listings_source_date;

alter table listings validate constraint listings_facts;

alter table listings validate constraint listings_neighborhood;
