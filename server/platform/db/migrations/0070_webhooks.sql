-- Webhooks: addresses to which the events of an account are sent (docs/decisions/0186-webhooks-are-an-outbox-that-triggers-fill.md).
create table if not exists webhook_endpoints (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts on delete cascade,
  url text not null check (url ~ '^https://' and char_length(url) <= 500),
  events text[] not null check (cardinality(events) between 1 and 20),
  salt bytea not null check (octet_length(salt) = 32), -- of which its secret is made, with a key of server_keys
  former_salt bytea check (octet_length(former_salt) = 32), -- of the secret before it, which signs for another day
  rotated_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  paused_at timestamptz(3),
  paused_for text check (paused_for in ('owner', 'failures')),
  check ((paused_at is null) = (paused_for is null)),
  check ((former_salt is null) = (rotated_at is null))
);
create index webhook_endpoints_account_id_idx on webhook_endpoints (account_id);

-- The events that each of them wants, written in the transaction of what they report, with the last attempt to send each.
create table if not exists webhook_deliveries (
  id bigint generated always as identity primary key,
  endpoint_id bigint not null references webhook_endpoints on delete cascade,
  message_id uuid not null default gen_random_uuid(),
  type text not null check (char_length(type) between 1 and 40),
  listing_id bigint, -- may be deleted
  subject_id bigint, -- of the conversation, message, review or payment that it is about; may be deleted
  occurred_at timestamptz(3) not null default now(),
  status text not null default 'waiting' check (status in ('waiting', 'delivered', 'failed')),
  attempts integer not null default 0 check (attempts >= 0),
  -- Null while the endpoint is paused. Not rounded: what is due now must not be due in half a millisecond.
  next_attempt_at timestamptz default now(),
  leased_until timestamptz(3), -- while a job sends it
  leases integer not null default 0, -- numbers the jobs, of which only the newest counts
  payload text, -- what is sent, written before the first attempt
  attempted_at timestamptz(3),
  response_status integer,
  response_body text check (char_length(response_body) <= 2000),
  response_ms integer check (response_ms >= 0),
  error text check (error in ('address', 'timeout', 'connection'))
);
create index webhook_deliveries_endpoint_id_id_idx on webhook_deliveries (endpoint_id, id desc);
create index webhook_deliveries_waiting on webhook_deliveries (endpoint_id, listing_id, id) where status = 'waiting';
create index webhook_deliveries_due on webhook_deliveries (next_attempt_at) where status = 'waiting';
create index webhook_deliveries_occurred_at_idx on webhook_deliveries (occurred_at);
-- The deliveries with what a customer wrote, whose account may be deleted.
create index webhook_deliveries_leads on webhook_deliveries (subject_id) where type in ('lead.created', 'lead.answered');

alter table server_keys drop constraint server_keys_purpose_check,
  add constraint server_keys_purpose_check check (purpose in ('totp', 'vapid', 'webhooks')) not valid;

-- Adds kinds to those of other migrations.
do $$
declare
  known text := (select pg_get_constraintdef(oid) from pg_constraint where conrelid = 'audit'::regclass and conname = 'audit_kind_check');
begin
  execute 'alter table audit drop constraint audit_kind_check, add constraint audit_kind_check '
    || replace(replace(known, ' NOT VALID', ''), 'ARRAY[', 'ARRAY[''webhook-created''::text, ''webhook-deleted''::text, '
      '''webhook-secret-rotated''::text, ''webhook-paused''::text, ''webhook-resumed''::text, ') || ' not valid';
end $$;
