-- outside a transaction
-- The words of the conversations that there were before 0104, and their index.

drop index concurrently if exists conversations_words;

create index concurrently conversations_words on conversations using gin (words);

do $$ begin
  loop
    update conversations set words = conversation_words(id, customer_name, owner_id)
    where id in (select id from conversations where words is null limit 1000);
    exit when not found;
    commit;
  end loop;
end $$;
