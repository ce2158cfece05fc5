-- Conversations between customers and businesses (docs/decisions/0119-messages-are-sent-after-one-click.md).

create table conversations (
  id bigint generated always as identity primary key,
  listing_id bigint references listings on delete set null,
  listing_title text not null check (char_length(listing_title) between 1 and 300),  -- as it was
  owner_id bigint references accounts on delete set null,       -- of the listing; a trigger follows it
  customer_id bigint references accounts on delete set null,    -- null without an account
  customer_name text check (char_length(customer_name) between 1 and 100),  -- null when it was erased
  customer_email text check (char_length(customer_email) between 3 and 254),
  customer_email_key text check (customer_email_key = lower(customer_email_key)),
  customer_phone text check (char_length(customer_phone) between 1 and 30),
  topic text not null check (topic in ('question', 'price', 'appointment', 'order', 'feedback', 'other')),
  source text not null check (source in ('listing', 'search', 'list', 'quote')),
  status text not null check (status in ('unconfirmed', 'held', 'open', 'stopped', 'withheld')),
  held_for text[] not null default '{}' check (cardinality(held_for) <= 10),
  stopped_by text check (stopped_by in ('customer', 'business', 'staff')),
  label text not null default 'new' check (label in ('new', 'answered', 'won', 'lost')),
  request_key uuid not null unique,                             -- of the request that began it
  created_at timestamptz(3) not null default now(),
  opened_at timestamptz(3),                                     -- when the business received it
  last_message_at timestamptz(3) not null default now(),
  first_answered_at timestamptz(3),
  owner_read_at timestamptz(3),
  customer_read_at timestamptz(3),
  reported_by text check (reported_by in ('customer', 'business')),
  reported_at timestamptz(3),
  report_text text check (char_length(report_text) <= 1000),
  check ((status = 'stopped') = (stopped_by is not null)),
  check ((reported_by is null) = (reported_at is null)),
  check (status <> 'open' or opened_at is not null)
);
create index on conversations (owner_id, last_message_at desc, id desc) where opened_at is not null;
create index on conversations (listing_id);
create index on conversations (customer_id, last_message_at desc, id desc) where customer_id is not null;
create index on conversations (customer_email_key, created_at);
create index conversations_waiting on conversations (id) where status = 'held' or reported_at is not null;
create index conversations_unconfirmed on conversations (created_at)
  where status = 'unconfirmed' or status = 'stopped' and opened_at is null;
create index conversations_last_message on conversations (last_message_at);

create table messages (
  id bigint generated always as identity primary key,
  conversation_id bigint not null references conversations on delete cascade,
  sender text not null check (sender in ('customer', 'business')),
  author_id bigint references accounts on delete set null,      -- who wrote it for the business
  body text not null check (char_length(body) between 1 and 5000),
  via text not null default 'web' check (via in ('web', 'email', 'away')),
  status text not null default 'sent' check (status in ('sent', 'held', 'withheld')),
  request_key uuid unique,                                      -- of the request that sent it; null for the first one
  created_at timestamptz(3) not null default now()
);
create index on messages (conversation_id, id);
create index on messages (author_id) where author_id is not null;
create index messages_recent on messages (created_at) where sender = 'customer';

-- Pictures of messages, uploaded before the message is sent. Only who takes part in the conversation may see them.
create table message_pictures (
  name text primary key check (name ~ '^message-[a-z0-9]{20,40}$'),  -- random; the base name of its files
  message_id bigint references messages on delete set null,
  width integer not null check (width between 1 and 10000),     -- of the largest file, in pixels
  height integer not null check (height between 1 and 10000),
  widths integer[] not null check (cardinality(widths) between 1 and 8),
  bytes integer not null check (bytes > 0),
  created_at timestamptz(3) not null default now()
);
create index on message_pictures (message_id) where message_id is not null;
create index message_pictures_loose on message_pictures (created_at) where message_id is null;

-- Links in emails. Each attempt to send an email has a token of its own: docs/decisions/0055-tokens-are-created-when-an-email-is-sent.md.
create table conversation_links (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  conversation_id bigint not null references conversations on delete cascade,
  side text not null check (side in ('customer', 'business')),
  created_at timestamptz(3) not null default now()
);
create index on conversation_links (conversation_id);

-- Customers from whom an owner wants no more messages.
create table conversation_blocks (
  owner_id bigint not null references accounts on delete cascade,
  email_key text not null check (char_length(email_key) between 3 and 254),
  created_at timestamptz(3) not null default now(),
  primary key (owner_id, email_key)
);

-- How many visitors would write to a business that nobody has claimed.
create table join_requests (
  listing_id bigint primary key references listings on delete cascade,
  count integer not null check (count > 0),
  last_at timestamptz(3) not null default now()
);

create function conversations_follow_owner() returns trigger language plpgsql as $$
begin
  update conversations set owner_id = new.owner_id where listing_id = new.id;
  return null;
end $$;
create trigger conversations_follow_owner after update of owner_id on listings
  for each row when (old.owner_id is distinct from new.owner_id) execute function conversations_follow_owner();

select allow_audit_kinds('message-approved', 'message-withheld', 'conversation-stopped', 'message-report-dismissed');
