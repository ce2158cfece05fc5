-- New listings can wait until the staff approves them (docs/decisions/0108-listings-can-wait-for-approval.md).

create table approval_rules (
  id boolean primary key default true check (id),                -- there is one row
  is_on boolean not null default false,
  account_days smallint check (account_days between 1 and 3650), -- listings of younger accounts wait; null for none
  words text[] not null default '{}' check (cardinality(words) <= 500),         -- as search_fold has them
  category_ids integer[] not null default '{}' check (cardinality(category_ids) <= 500),
  trusted_ids bigint[] not null default '{}' check (cardinality(trusted_ids) <= 1000),  -- accounts whose listings never wait
  version integer not null default 1
);
insert into approval_rules default values;

-- 0071 validates the checks.
alter table listings
  add column waiting_since timestamptz(3),
  add column waiting_from text;                                  -- the status before it waited
alter table listings
  drop constraint listings_status_check,
  add constraint listings_status_check check (status in ('draft', 'waiting', 'active', 'paused', 'hidden', 'deleted', 'sample')) not valid,
  drop constraint listings_deleted_from_check,
  add constraint listings_deleted_from_check check (deleted_from in ('draft', 'waiting', 'active', 'paused', 'hidden')) not valid,
  add constraint listings_waiting_from_check check (waiting_from in ('draft', 'active')) not valid,
  add constraint listings_waiting check (status <> 'waiting' or (waiting_since is not null and waiting_from is not null)) not valid;

-- Whether the listings of an account never wait. Those of nobody are not posted.
create function is_trusted(account bigint) returns boolean language sql stable as $$
  select account is null or account = 1 or account = any(r.trusted_ids) or exists (select from staff s where s.account_id = account)
  from approval_rules r
$$;

-- The words of the list that the text of a listing has; none while the rules are off, and none of a trusted account.
create function approval_words(l listings) returns text[] language sql stable as $$
  select coalesce(array_agg(word order by word), '{}')
  from approval_rules r
    cross join lateral (select ' ' || search_fold(concat_ws(' ', l.title, l.business_name, l.description, l.headline, l.service_area,
      l.price_notes, l.holiday_note, l.website, array_to_string(l.tags, ' '), l.faq::text, l.review::text)) || ' ' as text
      where cardinality(r.words) > 0 offset 0) as folded
    cross join lateral unnest(r.words) as word
  where r.is_on and not is_trusted(l.owner_id) and strpos(folded.text, ' ' || word || ' ') > 0
$$;

-- Whether a listing that its owner publishes has to wait.
create function must_wait(l listings) returns boolean language sql stable as $$
  select r.is_on and not is_trusted(l.owner_id) and (
    l.category_id = any(r.category_ids) or l.top_category_id = any(r.category_ids)
    or exists (select from accounts a where a.id = l.owner_id and a.created_at > now() - make_interval(days => r.account_days))
    or cardinality(approval_words(l)) > 0)
  from approval_rules r
$$;
select allow_audit_kinds('listing-approved', 'listing-declined', 'approval-rules-changed');
