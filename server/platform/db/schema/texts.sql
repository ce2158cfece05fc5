-- Texts of content/ that the staff edited, and posts that they added (docs/decisions/0116-texts-are-versions-over-files.md).
create table texts (
  key text primary key check (char_length(key) between 1 and 90),
  version integer not null default 1, -- counts all changes
  draft jsonb check (octet_length(draft::text) <= 800000),
  release_digest text, -- of the text of the release from which the edited one was made
  changed_by bigint, -- an account, which may be deleted
  changed_at timestamptz(3) not null default now()
);

-- What pages show is the last one that has begun and was not canceled; without one it is the text of the release.
create table text_versions (
  text_key text not null references texts,
  number integer not null check (number > 0),
  kind text not null check (kind in ('edited', 'translated', 'release', 'removed')),
  source jsonb check (octet_length(source::text) <= 800000),
  publish_at timestamptz(3) not null,
  canceled_at timestamptz(3) check (canceled_at < publish_at),
  note text not null default '' check (char_length(note) <= 300),
  published_by bigint, -- an account, which may be deleted
  primary key (text_key, number),
  constraint text_versions_source_of_kind check ((kind in ('edited', 'translated')) = (source is not null)),
  constraint text_versions_kind_of_language check (kind not in ('edited', 'translated') or (kind = 'translated') = (text_key ~ '^[a-z]{2}/'))
);
create index text_versions_text_key_publish_at_number_idx on text_versions (text_key, publish_at desc, number desc);
