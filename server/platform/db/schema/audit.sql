-- The audit log outlives the accounts in it, so it has no foreign keys.
create table audit (
  id bigint generated always as identity primary key,
  at timestamptz(3) not null default now(),
  kind text not null check (kind in (
    'claim-taken-back', 'backup-started', 'samples-removed', 'review-appeal-decided', 'review-report-dismissed',
    'review-withheld', 'review-shown', 'message-report-dismissed', 'conversation-stopped', 'message-withheld',
    'message-approved', 'export-unscheduled', 'export-scheduled', 'sample-email-sent', 'text-drafted', 'text-published',
    'member-removed', 'member-joined', 'member-invited', 'listing-transferred', 'offer-declined', 'offer-withdrawn',
    'offer-resent', 'listing-offered', 'listing-posted', 'credit-taken-back', 'credit-given', 'tax-withdrawn',
    'tax-scheduled', 'coupon-ended', 'coupon-changed', 'coupon-created', 'category-merged', 'categories-ordered',
    'category-edited', 'category-added', 'notice-changed', 'setting-changed', 'approval-rules-changed',
    'listing-declined', 'listing-approved', 'bulk-change-undone', 'listing-deleted', 'listing-moved',
    'listing-recategorized', 'report-closed', 'sessions-ended', 'staff-removed', 'role-changed', 'staff-joined',
    'invitation-withdrawn', 'invitation-resent', 'staff-invited', 'price-withdrawn', 'price-scheduled',
    'objection-decided', 'listing-restored', 'listing-edited', 'recovery-codes-made', 'second-factor-reset',
    'second-factor-removed', 'second-factor-added', 'data-exported', 'job-rerun', 'mail-discarded', 'mail-resent',
    'registered', 'signed-in', 'sign-in-failed', 'signed-out', 'password-changed', 'password-reset', 'email-changed',
    'suspended', 'activated', 'deleted', 'listing-hidden', 'listing-shown', 'listing-kept', 'claim-approved',
    'claim-declined', 'payment-refunded', 'refund-declined', 'import-undone', 'edit-accepted', 'edit-dismissed',
    'import-uploaded', 'import-started', 'import-canceled')),
  account_id bigint,
  username text,
  actor_id bigint,
  reason text,
  listing_id bigint,
  -- The role of who acted, and states and numbers before and after: contract/admin/audit-facts.ts.
  role text,
  before jsonb,
  after jsonb,
  constraint audit_facts_check check (octet_length(before::text) <= 4000 and octet_length(after::text) <= 4000)
);
create index audit_account_id_id_idx on audit (account_id, id desc);
-- For the hourly deletion of what has been kept long enough (docs/privacy-data.md).
create index audit_at_idx on audit (at);
create index audit_listing on audit (listing_id, id desc) where listing_id is not null;
create index audit_newest on audit (at desc, id desc);
create index audit_newest_by_actor on audit (actor_id, at desc, id desc) where actor_id is not null;
create index audit_newest_of_account on audit (account_id, at desc, id desc);
create index audit_newest_of_kind on audit (kind, at desc, id desc);
create index audit_newest_of_listing on audit (listing_id, at desc, id desc) where listing_id is not null;
create index audit_approvals on audit (listing_id, id desc) where kind in ('listing-approved', 'listing-declined');
