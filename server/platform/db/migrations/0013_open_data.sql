-- Files that were downloaded from a source of data/sources.yaml (docs/decisions/0152-open-data-by-one-command.md).
alter table import_uploads add column open_data text;
alter table import_uploads add constraint import_uploads_open_data_check
  check (open_data ~ '^[a-z0-9-]{1,60}$') not valid;

-- What is known of the sources of data/sources.yaml: its download, and its last import.
create table open_data_sources (
  name text primary key check (name ~ '^[a-z0-9-]{1,60}$'),
  state text not null default 'idle' check (state in ('idle', 'downloading')),
  done bigint not null default 0 check (done >= 0), -- bytes or rows
  total bigint, -- null: unknown
  message text check (char_length(message) <= 2000), -- why the last download failed
  is_canceled boolean not null default false, -- asks the process that downloads to stop
  alive_at timestamptz(3), -- when that process last said so
  release text check (char_length(release) <= 200), -- of the file that came last
  import_id bigint references imports on delete set null, -- the last one that ended
  imported_at timestamptz(3)
);
create index open_data_sources_import_id_idx on open_data_sources (import_id) where import_id is not null;
