-- Reviews of businesses by people with a reason to know (docs/decisions/0120-reviews-come-from-finished-conversations.md).
create table reviews (
  id bigint generated always as identity primary key,
  listing_id bigint not null references listings on delete cascade,
  author_id bigint references accounts on delete cascade, -- null without an account
  email_key text not null check (char_length(email_key) between 3 and 254), -- the confirmed address: who the author is
  author_email text check (char_length(author_email) between 3 and 254),
  author_name text not null check (char_length(author_name) between 1 and 80),
  proof text not null check (proof in ('conversation', 'receipt', 'document')), -- how we know that they were a customer
  conversation_id bigint references conversations on delete set null,
  stars integer not null check (stars between 1 and 5),
  body text not null check (char_length(body) between 20 and 2000),
  visited_month text not null check (visited_month ~ '^20\d\d-(0[1-9]|1[0-2])$'),
  purchased text check (char_length(purchased) between 1 and 200),
  status text not null default 'waiting' check (status in ('waiting', 'shown', 'withheld')),
  waiting_since timestamptz(3) not null default now(),
  withheld_rule text,
  withheld_reason text check (char_length(withheld_reason) between 1 and 500),
  decided_by bigint references accounts on delete set null,
  decided_at timestamptz(3),
  appealed_at timestamptz(3),
  appeal_text text check (char_length(appeal_text) between 1 and 1000),
  appeal_decided_at timestamptz(3),
  reported_at timestamptz(3), -- by the owner, and not decided
  report_rule text,
  report_text text check (char_length(report_text) <= 1000),
  owner_reply text check (char_length(owner_reply) between 1 and 2000),
  owner_replied_at timestamptz(3),
  owner_reply_edited_at timestamptz(3),
  request_key uuid not null unique,
  created_at timestamptz(3) not null default now(),
  published_at timestamptz(3),
  edited_at timestamptz(3),
  entered_code_id bigint references entered_codes on delete set null,
  -- What makes a review look like a fake, for the staff (docs/decisions/0125-signs-of-fakes-are-for-the-staff.md).
  network cidr, -- from which it was written; null after 90 days
  fake_signs text[] not null default '{}',
  device bytea check (octet_length(device) = 32), -- the hash of the cookie of the browser; null after 90 days
  -- When it is shown without a person, null if one has to read it (docs/decisions/0125-signs-of-fakes-are-for-the-staff.md).
  release_at timestamptz(3),
  pending_change jsonb, -- what takes the place of a shown review
  language text not null default 'en' check (char_length(language) between 2 and 3),
  text_hashes integer[] not null default '{}', -- by which much the same text is found (server/reviews/text-hashes.ts)
  pictures text[] not null default '{}' check (cardinality(pictures) <= 4), -- their names, in order
  document text, -- the picture that proves the purchase, until the staff has seen it
  mailbox text,
  check ((status = 'withheld') = (withheld_rule is not null)),
  check ((withheld_rule is null) = (withheld_reason is null)),
  check ((status = 'shown') <= (published_at is not null)),
  check ((owner_reply is null) = (owner_replied_at is null)),
  check ((appealed_at is null) = (appeal_text is null)),
  check ((reported_at is null) = (report_rule is null)),
  constraint reviews_release_check check (release_at is null or status = 'waiting' or pending_change is not null),
  constraint reviews_pending_check check (pending_change is null or status = 'shown')
);
create index reviews_author_id_idx on reviews (author_id) where author_id is not null;
create index reviews_conversation_id_idx on reviews (conversation_id) where conversation_id is not null;
create index reviews_listing_id_email_key_created_at_idx on reviews (listing_id, email_key, created_at);
create index reviews_shown on reviews (listing_id, published_at desc, id desc) where status = 'shown';
create index reviews_withheld on reviews (listing_id) where status = 'withheld';
create index reviews_entered_code on reviews (entered_code_id) where entered_code_id is not null;
create index reviews_useful on reviews (listing_id, review_usefulness(published_at, body, purchased) desc, id desc)
  where status = 'shown';
create index reviews_created on reviews (created_at);
create index reviews_email on reviews (email_key);
create index reviews_network on reviews (network) where network is not null;
create index reviews_device on reviews (device) where device is not null;
create index reviews_document on reviews (created_at) where document is not null;
create index reviews_release on reviews (release_at) where release_at is not null;
create index reviews_text_hashes on reviews using gin (text_hashes);
create index reviews_undecided on reviews (id)
  where ((status = 'waiting' or pending_change is not null) and release_at is null) or reported_at is not null
    or (appealed_at is not null and appeal_decided_at is null);
create index reviews_mailbox on reviews (mailbox);

-- What an author wrote before they changed it.
create table review_versions (
  id bigint generated always as identity primary key,
  review_id bigint not null references reviews on delete cascade,
  stars integer not null,
  body text not null,
  replaced_at timestamptz(3) not null default now()
);
create index review_versions_review_id_idx on review_versions (review_id);

create table review_pictures (
  name text primary key check (name ~ '^review-[a-z0-9]{20,40}$'), -- random; the base name of its files
  review_id bigint references reviews on delete set null,
  width integer not null check (width between 1 and 10000), -- of the largest file, in pixels
  height integer not null check (height between 1 and 10000),
  widths integer[] not null check (cardinality(widths) between 1 and 8),
  bytes integer not null check (bytes > 0),
  created_at timestamptz(3) not null default now()
);
create index review_pictures_loose on review_pictures (created_at) where review_id is null;
create index review_pictures_review_id_idx on review_pictures (review_id) where review_id is not null;

-- The reviews that are shown, counted: the only thing that pages read of them besides a page of them.
create table listing_ratings (
  listing_id bigint primary key references listings on delete cascade,
  stars_1 integer not null default 0 check (stars_1 >= 0),
  stars_2 integer not null default 0 check (stars_2 >= 0),
  stars_3 integer not null default 0 check (stars_3 >= 0),
  stars_4 integer not null default 0 check (stars_4 >= 0),
  stars_5 integer not null default 0 check (stars_5 >= 0)
);
