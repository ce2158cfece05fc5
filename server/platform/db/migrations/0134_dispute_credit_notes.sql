-- A dispute that was lost has a credit note too: its id at Stripe instead of a refund. 0135 validates the checks.
alter table invoices add column dispute_id text;
alter table invoices
  add constraint invoices_dispute_id_check check (char_length(dispute_id) <= 255) not valid,
  drop constraint invoices_check,
  add constraint invoices_check check ((kind = 'credit-note') = (num_nonnulls(refund_id, dispute_id) = 1) and num_nonnulls(refund_id, dispute_id) <= 1) not valid;
