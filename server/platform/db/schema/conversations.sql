-- Quote requests: one description of a job, sent to businesses that the customer picked by name
-- (docs/decisions/0119-messages-are-sent-after-one-click.md).
create table quote_requests (
  id bigint generated always as identity primary key,
  trade text not null check (char_length(trade) between 1 and 100), -- the name of the category, as it was
  place text not null check (char_length(place) between 1 and 100),
  timing text not null check (char_length(timing) between 1 and 50),
  answers jsonb not null, -- [{question, answer}], as they were shown
  body text not null check (char_length(body) between 1 and 3000),
  request_key uuid not null unique,
  created_at timestamptz(3) not null default now()
);

-- Conversations between customers and businesses (docs/decisions/0119-messages-are-sent-after-one-click.md).
create table conversations (
  id bigint generated always as identity primary key,
  listing_id bigint references listings on delete set null,
  listing_title text not null check (char_length(listing_title) between 1 and 300), -- as it was
  owner_id bigint references accounts on delete set null, -- of the listing; a trigger follows it
  customer_id bigint references accounts on delete set null, -- null without an account
  customer_name text check (char_length(customer_name) between 1 and 100), -- null when it was erased
  customer_email text check (char_length(customer_email) between 3 and 254),
  customer_email_key text check (customer_email_key = lower(customer_email_key)),
  customer_phone text check (char_length(customer_phone) between 1 and 30),
  topic text not null check (topic in ('question', 'price', 'appointment', 'order', 'feedback', 'other')),
  source text not null check (source in ('listing', 'search', 'list', 'quote')),
  status text not null check (status in ('unconfirmed', 'held', 'open', 'stopped', 'withheld')),
  held_for text[] not null default '{}' check (cardinality(held_for) <= 10),
  stopped_by text check (stopped_by in ('customer', 'business', 'staff')),
  label text not null default 'new' check (label in ('new', 'answered', 'won', 'lost')),
  request_key uuid not null unique, -- of the request that began it
  created_at timestamptz(3) not null default now(),
  opened_at timestamptz(3), -- when the business received it
  last_message_at timestamptz(3) not null default now(),
  first_answered_at timestamptz(3),
  owner_read_at timestamptz(3),
  customer_read_at timestamptz(3),
  reported_by text check (reported_by in ('customer', 'business')),
  reported_at timestamptz(3),
  report_text text check (char_length(report_text) <= 1000),
  quote_request_id bigint references quote_requests on delete set null,
  note text check (char_length(note) between 1 and 2000),
  words tsvector, -- by which an inbox with very many conversations is searched
  customer_language text not null default 'en' check (customer_language ~ '^[a-z]{2}$'),
  check ((status = 'stopped') = (stopped_by is not null)),
  check ((reported_by is null) = (reported_at is null)),
  check (status <> 'open' or opened_at is not null)
);
create index conversations_customer_email_key_created_at_idx on conversations (customer_email_key, created_at);
create index conversations_customer_id_last_message_at_id_idx on conversations (customer_id, last_message_at desc, id desc)
  where customer_id is not null;
create index conversations_last_message on conversations (last_message_at);
create index conversations_listing_id_idx on conversations (listing_id);
create index conversations_owner_id_last_message_at_id_idx on conversations (owner_id, last_message_at desc, id desc) where opened_at is not null;
create index conversations_unconfirmed on conversations (created_at)
  where status = 'unconfirmed' or status = 'stopped' and opened_at is null;
create index conversations_waiting on conversations (id) where status = 'held' or reported_at is not null;
create index conversations_of_quote on conversations (quote_request_id) where quote_request_id is not null;
-- The conversations of a business with a label, which may be few among many.
create index conversations_of_label on conversations (owner_id, label, last_message_at desc, id desc) where opened_at is not null;
create index conversations_words on conversations using gin (words);

create table messages (
  id bigint generated always as identity primary key,
  conversation_id bigint not null references conversations on delete cascade,
  sender text not null check (sender in ('customer', 'business')),
  author_id bigint references accounts on delete set null, -- who wrote it for the business
  body text not null check (char_length(body) between 1 and 5000),
  via text not null default 'web' check (via in ('web', 'email', 'away')),
  status text not null default 'sent' check (status in ('sent', 'held', 'withheld')),
  request_key uuid unique, -- of the request that sent it; null for the first one
  created_at timestamptz(3) not null default now()
);
create index messages_author_id_idx on messages (author_id) where author_id is not null;
create index messages_conversation_id_id_idx on messages (conversation_id, id);
create index messages_recent on messages (created_at) where sender = 'customer';

-- Pictures of messages, uploaded before the message is sent. Only who takes part in the conversation may see them.
create table message_pictures (
  name text primary key check (name ~ '^message-[a-z0-9]{20,40}$'), -- random; the base name of its files
  message_id bigint references messages on delete set null,
  width integer not null check (width between 1 and 10000), -- of the largest file, in pixels
  height integer not null check (height between 1 and 10000),
  widths integer[] not null check (cardinality(widths) between 1 and 8),
  bytes integer not null check (bytes > 0),
  created_at timestamptz(3) not null default now(),
  -- Pictures of a quote request, which all businesses that got it may see.
  quote_request_id bigint references quote_requests on delete set null,
  constraint message_pictures_part_of_one check (message_id is null or quote_request_id is null)
);
create index message_pictures_message_id_idx on message_pictures (message_id) where message_id is not null;
create index message_pictures_quote_request on message_pictures (quote_request_id) where quote_request_id is not null;
create index message_pictures_unused on message_pictures (created_at) where message_id is null and quote_request_id is null;

-- Links in emails. Each attempt to send an email has a token of its own: docs/decisions/0055-tokens-are-created-when-an-email-is-sent.md.
create table conversation_links (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  conversation_id bigint not null references conversations on delete cascade,
  side text not null check (side in ('customer', 'business')),
  created_at timestamptz(3) not null default now(),
  -- Addresses for answers by email (docs/decisions/0126-answers-by-email.md): a link of the business is one of an account, and opens no page.
  account_id bigint references accounts on delete cascade,
  -- What the token of an email does: it opens the page of its conversation, or takes answers as part of an address. Null for those of
  -- emails before this, which do both (docs/decisions/0126-answers-by-email.md).
  purpose text,
  -- A link ends a day after it was first opened.
  opened_at timestamptz(3),
  constraint conversation_links_side_account check ((side = 'business') = (account_id is not null)),
  constraint conversation_links_purpose check (purpose in ('page', 'reply'))
);
create index conversation_links_conversation_id_idx on conversation_links (conversation_id);
create index conversation_links_account on conversation_links (account_id) where account_id is not null;

-- Customers from whom an owner wants no more messages.
create table conversation_blocks (
  owner_id bigint not null references accounts on delete cascade,
  email_key text not null check (char_length(email_key) between 3 and 254),
  created_at timestamptz(3) not null default now(),
  primary key (owner_id, email_key)
);

-- What makes answering customers quicker: answers to insert, an automatic one while away, and notes to oneself.
create table inbox_settings (
  account_id bigint primary key references accounts on delete cascade,
  answers jsonb not null default '[]' check (jsonb_array_length(answers) <= 20), -- [{title, text}]
  away_text text check (char_length(away_text) between 1 and 1000), -- null unless it is turned on
  away_until date check (away_until is null or away_text is not null), -- the last day in Los Angeles; null for no end
  updated_at timestamptz(3) not null default now()
);

-- How a listing's business answered the messages of the past 90 days, counted daily
-- (docs/decisions/0123-stars-and-answers-on-rows.md).
create table listing_responses (
  listing_id bigint primary key references listings on delete cascade,
  leads integer not null check (leads > 0), -- conversations that count
  answered integer not null check (answered between 0 and leads),
  median_minutes integer check (median_minutes >= 0), -- in opening hours; null where most were not answered
  answers boolean not null generated always as (answered > 0 and answered * 2 >= leads) stored,
  shown_minutes integer generated always as (case when leads >= 5 then median_minutes end) stored,
  counted_at timestamptz(3) not null default now()
);

-- Push messages to browsers (docs/decisions/0127-push-messages-end-with-the-session.md).
create table push_subscriptions (
  id bigint generated always as identity primary key,
  session_id bigint not null unique references sessions on delete cascade, -- of the browser: signing out ends it
  endpoint text not null unique check (char_length(endpoint) between 20 and 1000), -- at the push service of the browser
  public_key text not null check (public_key ~ '^[A-Za-z0-9_-]{80,100}$'), -- p256dh
  auth_secret text not null check (auth_secret ~ '^[A-Za-z0-9_-]{16,40}$'),
  created_at timestamptz(3) not null default now()
);

-- What the browser of somebody without an account may open, after it exchanged the token of an emailed link for a cookie
-- (docs/decisions/0055-tokens-are-created-when-an-email-is-sent.md).
create table guest_access (
  guest_hash bytea not null check (octet_length(guest_hash) = 32), -- of the cookie
  conversation_id bigint references conversations on delete cascade,
  entered_code_id bigint references entered_codes on delete cascade,
  created_at timestamptz(3) not null default now(), -- when the link was opened
  check (num_nonnulls(conversation_id, entered_code_id) = 1)
);
create unique index guest_access_conversation_id_guest_hash_idx on guest_access (conversation_id, guest_hash) where conversation_id is not null;
create index guest_access_created_at_idx on guest_access (created_at);
create unique index guest_access_entered_code_id_guest_hash_idx on guest_access (entered_code_id, guest_hash) where entered_code_id is not null;
create index guest_access_guest_hash_idx on guest_access (guest_hash);
