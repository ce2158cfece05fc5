-- When the author of a review was emailed that the business replied: once.
alter table reviews add column reply_mailed_at timestamptz(3);
alter table mailings drop constraint mailings_kind_check, add constraint mailings_kind_check
  check (kind in ('weekly-summary', 'saved-search', 'accuracy-check', 'review-reply')) not valid;
