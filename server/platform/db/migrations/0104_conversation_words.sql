-- The words of a conversation, by which an inbox with very many of them is searched.

alter table conversations add column words tsvector;  -- null until 0105 has come to it

-- The words of the customer's name and of the messages that were sent, and one for the owner ('#owner12'). Of very long
-- conversations those of the newest messages; none may be long.
create function conversation_words(conversation bigint, customer text, owner bigint) returns tsvector language sql stable as $$
  select array_to_tsvector(array['#owner' || coalesce(owner, 0)] || array(
    select distinct left(word, 60)
    from string_to_table(search_fold(concat_ws(' ', customer, (
      select left(string_agg(m.body, ' ' order by m.id desc), 100000) from messages m
      where m.conversation_id = conversation and m.status = 'sent'))), ' ') as word
    where word <> ''))
$$;

create function messages_are_searched() returns trigger language plpgsql as $$
begin
  update conversations set words = conversation_words(id, customer_name, owner_id)
  where id in (select conversation_id from fresh);
  return null;
end $$;
create trigger messages_searched_insert after insert on messages referencing new table as fresh
  for each statement execute function messages_are_searched();

create function decided_message_is_searched() returns trigger language plpgsql as $$
begin
  update conversations set words = conversation_words(id, customer_name, owner_id) where id = new.conversation_id;
  return null;
end $$;
create trigger messages_searched_update after update of status on messages
  for each row execute function decided_message_is_searched();

create function participants_are_searched() returns trigger language plpgsql as $$
begin
  new.words := conversation_words(new.id, new.customer_name, new.owner_id);
  return new;
end $$;
create trigger participants_searched before update of customer_name, owner_id on conversations
  for each row when (old.customer_name is distinct from new.customer_name or new.owner_id is not null and old.owner_id is distinct from new.owner_id) execute function participants_are_searched();
