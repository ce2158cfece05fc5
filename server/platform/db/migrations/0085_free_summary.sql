-- The weekly summary of free listings, which is off until an owner turns it on.
alter table mailings drop constraint mailings_kind_check, add constraint mailings_kind_check
  check (kind in ('weekly-summary', 'free-summary', 'saved-search', 'accuracy-check', 'review-reply', 'announcement')) not valid;
