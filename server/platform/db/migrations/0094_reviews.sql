-- Reviews of businesses by people with a reason to know (docs/decisions/0120-reviews-come-from-finished-conversations.md).

create table reviews (
  id bigint generated always as identity primary key,
  listing_id bigint not null references listings on delete cascade,
  author_id bigint references accounts on delete cascade,         -- null without an account
  email_key text not null check (char_length(email_key) between 3 and 254),  -- the confirmed address: who the author is
  author_email text check (char_length(author_email) between 3 and 254),
  author_name text not null check (char_length(author_name) between 1 and 80),
  proof text not null check (proof in ('conversation')),          -- how we know that they were a customer
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
  reported_at timestamptz(3),                                     -- by the owner, and not decided
  report_rule text,
  report_text text check (char_length(report_text) <= 1000),
  owner_reply text check (char_length(owner_reply) between 1 and 2000),
  owner_replied_at timestamptz(3),
  owner_reply_edited_at timestamptz(3),
  request_key uuid not null unique,
  created_at timestamptz(3) not null default now(),
  published_at timestamptz(3),
  edited_at timestamptz(3),
  check ((status = 'withheld') = (withheld_rule is not null)),
  check ((withheld_rule is null) = (withheld_reason is null)),
  check ((status = 'shown') <= (published_at is not null)),
  check ((owner_reply is null) = (owner_replied_at is null)),
  check ((appealed_at is null) = (appeal_text is null)),
  check ((reported_at is null) = (report_rule is null))
);
create index reviews_shown on reviews (listing_id, published_at desc, id desc) where status = 'shown';
create index reviews_withheld on reviews (listing_id) where status = 'withheld';
create index on reviews (listing_id, email_key, created_at);
create index on reviews (author_id) where author_id is not null;
create index on reviews (conversation_id) where conversation_id is not null;
create index reviews_waiting on reviews (id)
  where status = 'waiting' or reported_at is not null or (appealed_at is not null and appeal_decided_at is null);

-- What an author wrote before they changed it.
create table review_versions (
  id bigint generated always as identity primary key,
  review_id bigint not null references reviews on delete cascade,
  stars integer not null,
  body text not null,
  replaced_at timestamptz(3) not null default now()
);
create index on review_versions (review_id);

-- The reviews that are shown, counted: the only thing that pages read of them besides a page of them.
create table listing_ratings (
  listing_id bigint primary key references listings on delete cascade,
  stars_1 integer not null default 0 check (stars_1 >= 0),
  stars_2 integer not null default 0 check (stars_2 >= 0),
  stars_3 integer not null default 0 check (stars_3 >= 0),
  stars_4 integer not null default 0 check (stars_4 >= 0),
  stars_5 integer not null default 0 check (stars_5 >= 0)
);

create function count_review(listing bigint, stars integer, by integer) returns void language sql as $$
  insert into listing_ratings as r (listing_id, stars_1, stars_2, stars_3, stars_4, stars_5)
  values (listing, greatest(by * (stars = 1)::int, 0), greatest(by * (stars = 2)::int, 0), greatest(by * (stars = 3)::int, 0),
    greatest(by * (stars = 4)::int, 0), greatest(by * (stars = 5)::int, 0))
  on conflict (listing_id) do update set
    stars_1 = r.stars_1 + by * (stars = 1)::int,
    stars_2 = r.stars_2 + by * (stars = 2)::int,
    stars_3 = r.stars_3 + by * (stars = 3)::int,
    stars_4 = r.stars_4 + by * (stars = 4)::int,
    stars_5 = r.stars_5 + by * (stars = 5)::int
$$;
create function count_reviews() returns trigger language plpgsql as $$
begin
  -- With their listing they go without being counted.
  if tg_op <> 'INSERT' and old.status = 'shown' and exists (select from listings where id = old.listing_id) then
    perform count_review(old.listing_id, old.stars, -1);
  end if;
  if tg_op <> 'DELETE' and new.status = 'shown' then
    perform count_review(new.listing_id, new.stars, 1);
  end if;
  return null;
end $$;
create trigger count_reviews after insert or delete or update of status, stars, listing_id on reviews
  for each row execute function count_reviews();

select allow_audit_kinds('review-shown', 'review-withheld', 'review-report-dismissed', 'review-appeal-decided');
