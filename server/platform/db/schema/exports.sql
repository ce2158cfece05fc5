-- Exports of whole tables that the program makes by itself, and their files.
create table export_schedules (
  id integer generated always as identity primary key,
  subject text not null check (subject in ('listings', 'accounts', 'payments', 'claims', 'reports', 'audit')),
  format text not null check (format in ('csv', 'jsonl')),
  every text not null check (every in ('day', 'week', 'month')),
  hour smallint not null check (hour between 0 and 23), -- in Los Angeles
  keep smallint not null check (keep between 1 and 60), -- the newest files that stay
  created_by bigint references accounts on delete set null,
  created_at timestamptz(3) not null default now()
);
create index export_schedules_created_by_idx on export_schedules (created_by);

create table export_files (
  id bigint generated always as identity primary key,
  schedule_id integer not null references export_schedules on delete cascade,
  due_at timestamptz(3) not null,
  name text not null, -- at the place of backups
  attempts smallint not null default 1,
  started_at timestamptz(3) not null default now(),
  finished_at timestamptz(3), -- null while it is being made, and after a failure
  rows bigint,
  bytes bigint,
  failure text check (char_length(failure) <= 300),
  unique (schedule_id, due_at),
  check ((finished_at is null) = (rows is null) and (finished_at is null) = (bytes is null))
);
