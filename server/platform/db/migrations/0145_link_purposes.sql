-- What the token of an email does: it opens the page of its conversation, or takes answers as part of an address. Null for those of
-- emails before this, which do both (docs/decisions/0126-answers-by-email.md).
alter table conversation_links add column purpose text;

alter table conversation_links
  add constraint conversation_links_purpose check (purpose in ('page', 'reply')) not valid;
