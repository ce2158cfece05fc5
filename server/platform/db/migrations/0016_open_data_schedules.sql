-- The sources of open data that are imported each month (docs/decisions/0152-open-data-by-one-command.md).
create table open_data_schedules (
  name text primary key check (name ~ '^[a-z0-9-]{1,60}$'),
  account_id bigint not null references accounts on delete cascade, -- who asked for it, and gets the report
  due_at timestamptz(3) not null
);
create index open_data_schedules_account_id_idx on open_data_schedules (account_id);
