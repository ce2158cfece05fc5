-- Invoices as they were reissued with other details of the buyer. `invoices` has the first version of each; the amounts are the same in all.
create table if not exists invoice_versions (
  invoice_id bigint not null references invoices,
  version smallint not null check (version between 2 and 20),
  issued_at timestamptz(3) not null default now(),
  facts jsonb not null,
  primary key (invoice_id, version)
);
alter table billing_details add column tax_id text not null default '';
alter table billing_details add constraint billing_details_tax_id_check check (char_length(tax_id) <= 40) not valid;

alter table audit drop constraint audit_kind_check, add constraint audit_kind_check check (kind in (
  'invoice-reissued',
  'claim-taken-back', 'backup-started', 'samples-removed', 'review-appeal-decided', 'review-report-dismissed', 'review-withheld',
  'review-shown', 'message-report-dismissed', 'conversation-stopped', 'message-withheld', 'message-approved', 'export-unscheduled',
  'export-scheduled', 'sample-email-sent', 'text-drafted', 'text-published', 'member-removed', 'member-joined', 'member-invited',
  'listing-transferred', 'offer-declined', 'offer-withdrawn', 'offer-resent', 'listing-offered', 'listing-posted',
  'credit-taken-back', 'credit-given', 'tax-withdrawn', 'tax-scheduled', 'coupon-ended', 'coupon-changed', 'coupon-created',
  'category-merged', 'categories-ordered', 'category-edited', 'category-added', 'notice-changed', 'setting-changed',
  'approval-rules-changed', 'listing-declined', 'listing-approved', 'bulk-change-undone', 'listing-deleted', 'listing-moved',
  'listing-recategorized', 'report-closed', 'sessions-ended', 'staff-removed', 'role-changed', 'staff-joined',
  'invitation-withdrawn', 'invitation-resent', 'staff-invited', 'price-withdrawn', 'price-scheduled', 'objection-decided',
  'listing-restored', 'listing-edited', 'recovery-codes-made', 'second-factor-reset', 'second-factor-removed',
  'second-factor-added', 'data-exported', 'job-rerun', 'mail-discarded', 'mail-resent', 'registered', 'signed-in', 'sign-in-failed',
  'signed-out', 'password-changed', 'password-reset', 'email-changed', 'suspended', 'activated', 'deleted', 'listing-hidden',
  'listing-shown', 'listing-kept', 'listing-renewed', 'claim-approved', 'claim-declined', 'payment-refunded', 'refund-declined',
  'import-undone', 'edit-accepted', 'edit-dismissed', 'import-uploaded', 'import-started', 'import-canceled')) not valid;

-- The language of the page that a visitor viewed.
alter table events add column language text;
alter table events
  add constraint events_language_check check (language is null or (language ~ '^[a-z]{2}$' and kind = 'view')) not valid;
alter table listing_view_parts drop constraint listing_view_parts_part_check, add constraint listing_view_parts_part_check
  check (part in ('hour', 'device', 'origin', 'language')) not valid;
