-- outside a transaction
-- The constraints of 0124, without keeping readers waiting.

alter table text_versions validate constraint text_versions_kind_check;

alter table text_versions validate constraint text_versions_source_of_kind;

alter table text_versions validate constraint text_versions_kind_of_language;
