-- outside a transaction
-- The checks of 0134, without keeping readers waiting, and one credit note for a dispute.
alter table invoices validate constraint invoices_dispute_id_check;

alter table invoices validate constraint invoices_check;

drop index concurrently if exists invoices_of_dispute;

create unique index concurrently invoices_of_dispute on invoices (dispute_id) where dispute_id is not null;
