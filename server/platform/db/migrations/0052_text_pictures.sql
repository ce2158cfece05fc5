-- The pictures of the library in versions of texts, which can be published again.
create table text_pictures (
  picture_id bigint not null references library_pictures,
  text_key text not null references texts on delete cascade,
  primary key (picture_id, text_key)
);
create index text_pictures_text_key_idx on text_pictures (text_key);
