-- How long the decisions of the staff took: docs/decisions/0122-how-long-decisions-take-is-counted.md. Nothing here is about a person.

create table decision_times (
  id bigint generated always as identity primary key,
  queue text not null check (queue in ('conversations', 'reviews', 'appeals')),
  since timestamptz(3) not null,
  due_at timestamptz(3) not null,
  decided_at timestamptz(3) not null default now()
);
create index on decision_times (decided_at);
