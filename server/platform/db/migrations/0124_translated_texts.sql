-- Versions of texts in other languages than English, whose keys begin with the language (docs/decisions/0130-texts-by-language.md): they have
-- a kind of their own, because a release before this one renders what is 'edited', and does not know these keys.

alter table text_versions drop constraint text_versions_kind_check;

alter table text_versions drop constraint text_versions_check1;

alter table text_versions
  add constraint text_versions_kind_check check (kind in ('edited', 'translated', 'release', 'removed')) not valid,
  add constraint text_versions_source_of_kind check ((kind in ('edited', 'translated')) = (source is not null)) not valid,
  add constraint text_versions_kind_of_language check (kind not in ('edited', 'translated') or (kind = 'translated') = (text_key ~ '^[a-z]{2}/')) not valid;
