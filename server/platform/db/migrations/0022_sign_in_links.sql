-- Links that sign in (docs/product.md, Accounts): those to addresses without an account have none yet.
alter table mailed_links
  alter column account_id drop not null,
  drop constraint mailed_links_kind_check,
  add constraint mailed_links_kind_check check (kind in ('confirm-email', 'reset-password', 'sign-in')) not valid,
  add constraint mailed_links_account_check check (account_id is not null or kind = 'sign-in') not valid;
