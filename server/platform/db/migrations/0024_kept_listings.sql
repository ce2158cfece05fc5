-- Listings of owners who said so renew themselves while their owners use the site (docs/product.md, Listings).
alter table accounts add column keeps_listings_up boolean not null default false;

alter table audit drop constraint audit_kind_check, add constraint audit_kind_check check (kind in (
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
