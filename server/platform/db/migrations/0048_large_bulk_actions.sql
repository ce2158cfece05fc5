-- Bulk actions of up to 5,000 listings, which a job carries out.
alter table bulk_actions drop constraint bulk_actions_chosen_check;
alter table bulk_actions
  add column pending bigint[] not null default '{}', -- the listings that the job has still to change
  add column refusals jsonb not null default '[]', -- the listings that it could not change: id, title, message
  add constraint bulk_actions_chosen_check check (chosen between 1 and 5000) not valid;
