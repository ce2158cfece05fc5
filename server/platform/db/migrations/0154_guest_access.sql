-- What the browser of somebody without an account may open, after it exchanged the token of an emailed link for a cookie
-- (docs/decisions/0143-tokens-of-links-are-in-the-fragment.md).
create table guest_access (
  guest_hash bytea not null check (octet_length(guest_hash) = 32),   -- of the cookie
  conversation_id bigint references conversations on delete cascade,
  entered_code_id bigint references entered_codes on delete cascade,
  created_at timestamptz(3) not null default now(),                  -- when the link was opened
  check (num_nonnulls(conversation_id, entered_code_id) = 1)
);
create unique index on guest_access (conversation_id, guest_hash) where conversation_id is not null;
create unique index on guest_access (entered_code_id, guest_hash) where entered_code_id is not null;
create index on guest_access (guest_hash);
create index on guest_access (created_at);

-- A link ends a day after it was first opened.
alter table conversation_links add column opened_at timestamptz(3);
alter table entered_code_links add column opened_at timestamptz(3);

-- The token in the List-Unsubscribe header, which logs may have: it does nothing else.
alter table unsubscribe_links add column only_unsubscribes boolean not null default false;
