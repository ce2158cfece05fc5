-- The migrations that were applied, by the names of their files.
create table schema_migrations (
  name text primary key,
  applied_at timestamptz(3) not null default now()
);

-- The files of functions, triggers and views that were executed: each as it was each time, by its SHA-256.
create table schema_functions (
  file text,
  checksum text,
  applied_at timestamptz(3) not null default now(),
  primary key (file, checksum)
);
