create schema stripe_simulator;

create table stripe_simulator.objects (
  id text primary key,
  kind text not null check (kind in ('payment_intent', 'charge', 'refund', 'dispute', 'event')),
  data jsonb not null,
  created_at timestamptz(3) not null default now()
);
create index objects_kind_created_at_id_idx on stripe_simulator.objects (kind, created_at desc, id desc);

create table stripe_simulator.requests (
  idempotency_key text primary key,
  path text not null,
  body_hash bytea not null,
  status integer not null,
  answer jsonb not null,
  created_at timestamptz(3) not null default now()
);
