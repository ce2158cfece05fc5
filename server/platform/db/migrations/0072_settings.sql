-- What administrators set instead of the environment (docs/decisions/0109-settings-in-the-database.md).
create table operator_settings (
  key text primary key check (char_length(key) between 1 and 60),
  value jsonb,                                     -- null is the default again
  version integer not null default 1,
  changed_by bigint,                               -- an account, which may be deleted
  changed_at timestamptz(3) not null default now()
);
select allow_audit_kinds('setting-changed');
