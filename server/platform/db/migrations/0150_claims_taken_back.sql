-- A listing can be taken back from who should not have got it (docs/decisions/0141-what-proves-a-claim.md). Such a claim is a declined one with
-- a time, so that the release before reads it. 0151 validates the kind.
alter table claims add column taken_back_at timestamptz(3);

-- A listing as it was before it had an owner: from when it gets one until it is taken back.
create table listings_before_owner (
  listing_id bigint primary key references listings on delete cascade,
  listing jsonb not null check (jsonb_typeof(listing) = 'object'),
  stored_at timestamptz(3) not null default now()
);

select allow_audit_kinds('claim-taken-back');
