-- Quote requests: one description of a job, sent to businesses that the customer picked by name
-- (docs/decisions/0121-quotes-go-to-the-businesses-that-were-picked.md).

create table quote_requests (
  id bigint generated always as identity primary key,
  trade text not null check (char_length(trade) between 1 and 100),   -- the name of the category, as it was
  place text not null check (char_length(place) between 1 and 100),
  timing text not null check (char_length(timing) between 1 and 50),
  answers jsonb not null,                                             -- [{question, answer}], as they were shown
  body text not null check (char_length(body) between 1 and 3000),
  request_key uuid not null unique,
  created_at timestamptz(3) not null default now()
);

alter table conversations add column quote_request_id bigint;
alter table conversations add constraint conversations_quote_request_id_fkey
  foreign key (quote_request_id) references quote_requests on delete set null not valid;

-- A request is kept as long as one of its conversations.
create function quote_requests_follow_conversations() returns trigger language plpgsql as $$
begin
  delete from quote_requests q
  where q.id = old.quote_request_id and not exists (select from conversations where quote_request_id = q.id);
  return null;
end $$;
create trigger quote_requests_follow_conversations after delete on conversations
  for each row when (old.quote_request_id is not null) execute function quote_requests_follow_conversations();
