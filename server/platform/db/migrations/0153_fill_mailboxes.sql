-- outside a transaction
-- Fills in mailboxes as server/platform/mail/mailbox.ts does; stored addresses have neither Unicode domains nor quoted parts. The keys of conversations and of
-- blocks, by which nobody is identified, become mailboxes too.
create or replace function to_mailbox(address text) returns text language sql immutable as $$
  select case when domain in ('gmail.com', 'googlemail.com') then replace(name, '.', '') || '@gmail.com' else name || '@' || domain end
  from (select regexp_replace(regexp_replace(address, '@[^@]*$', ''), '^(.[^+]*)\+.*$', '\1') as name,
    substring(address from '@([^@]*)$') as domain) as parts
$$;

do $$
declare
  after_id bigint := 0;
  last_id bigint;
begin
  loop
    select max(id) into last_id from (select id from accounts where id > after_id order by id limit 1000) as batch;
    exit when last_id is null;
    update accounts set mailbox = to_mailbox(email_key)
      where id > after_id and id <= last_id and email_key is not null and mailbox is null;
    commit;
    after_id := last_id;
  end loop;
end $$;

do $$
declare
  after_id bigint := 0;
  last_id bigint;
begin
  loop
    select max(id) into last_id from (select id from reviews where id > after_id order by id limit 1000) as batch;
    exit when last_id is null;
    update reviews set mailbox = to_mailbox(email_key) where id > after_id and id <= last_id and mailbox is null;
    commit;
    after_id := last_id;
  end loop;
end $$;

do $$
declare
  after_id bigint := 0;
  last_id bigint;
begin
  loop
    select max(id) into last_id from (select id from conversations where id > after_id order by id limit 1000) as batch;
    exit when last_id is null;
    update conversations set customer_email_key = to_mailbox(customer_email_key)
      where id > after_id and id <= last_id and customer_email_key <> to_mailbox(customer_email_key);
    commit;
    after_id := last_id;
  end loop;
end $$;

insert into conversation_blocks (owner_id, email_key, created_at)
select owner_id, to_mailbox(email_key), created_at from conversation_blocks on conflict do nothing;

delete from conversation_blocks where email_key <> to_mailbox(email_key);

drop function to_mailbox(text);

drop index concurrently if exists accounts_mailbox;

create index concurrently accounts_mailbox on accounts (mailbox);

drop index concurrently if exists reviews_mailbox;

create index concurrently reviews_mailbox on reviews (mailbox);
