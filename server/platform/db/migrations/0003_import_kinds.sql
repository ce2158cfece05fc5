-- The categories that whoever imported a file chose for the kinds of business that its source names.
create table import_kinds (
  source text not null check (char_length(source) between 1 and 200),
  kind text not null check (char_length(kind) between 1 and 200), -- in lower case
  category_id integer not null references categories on delete cascade,
  primary key (source, kind)
);
create index import_kinds_category_id_idx on import_kinds (category_id);
