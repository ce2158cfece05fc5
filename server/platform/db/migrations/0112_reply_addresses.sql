-- Addresses for answers by email (docs/decisions/0126-answers-by-email.md): a link of the business is one of an account, and opens no page.

alter table conversation_links add column account_id bigint;

alter table conversation_links
  add constraint conversation_links_account_id_fkey foreign key (account_id) references accounts on delete cascade not valid,
  add constraint conversation_links_side_account check ((side = 'business') = (account_id is not null)) not valid;
