-- The words of the customer's name and of the messages that were sent, and one for the owner ('#owner12'). Of very long
-- conversations those of the newest messages; none may be long.
create or replace function conversation_words(conversation bigint, customer text, owner bigint) returns tsvector language sql stable as $$
  select array_to_tsvector(array['#owner' || coalesce(owner, 0)] || array(
    select distinct left(word, 60)
    from string_to_table(search_fold(concat_ws(' ', customer, (
      select left(string_agg(m.body, ' ' order by m.id desc), 100000) from messages m
      where m.conversation_id = conversation and m.status = 'sent'))), ' ') as word
    where word <> ''))
$$;

create or replace function messages_search_trigger() returns trigger language plpgsql as $$
begin
  update conversations set words = conversation_words(id, customer_name, owner_id)
  where id in (select conversation_id from fresh);
  return null;
end $$;

create or replace trigger messages_search_insert after insert on messages referencing new table as fresh
  for each statement execute function messages_search_trigger();

create or replace function message_status_search_trigger() returns trigger language plpgsql as $$
begin
  update conversations set words = conversation_words(id, customer_name, owner_id) where id = new.conversation_id;
  return null;
end $$;

create or replace trigger messages_search_update after update of status on messages
  for each row execute function message_status_search_trigger();

create or replace function participants_search_trigger() returns trigger language plpgsql as $$
begin
  new.words := conversation_words(new.id, new.customer_name, new.owner_id);
  return new;
end $$;

create or replace trigger participants_search before update of customer_name, owner_id on conversations
  for each row when (old.customer_name is distinct from new.customer_name or new.owner_id is not null and old.owner_id is distinct from new.owner_id)
  execute function participants_search_trigger();

-- Another owner does not read the notes of the former one.
create or replace function conversations_owner_trigger() returns trigger language plpgsql as $$
begin
  update conversations set owner_id = new.owner_id, note = null where listing_id = new.id;
  return null;
end $$;

create or replace trigger conversations_owner after update of owner_id on listings
  for each row when (old.owner_id is distinct from new.owner_id) execute function conversations_owner_trigger();

-- A request is kept as long as one of its conversations.
create or replace function delete_unused_quote_request() returns trigger language plpgsql as $$
begin
  delete from quote_requests q
  where q.id = old.quote_request_id and not exists (select from conversations where quote_request_id = q.id);
  return null;
end $$;

create or replace trigger quote_requests_unused after delete on conversations
  for each row when (old.quote_request_id is not null) execute function delete_unused_quote_request();
