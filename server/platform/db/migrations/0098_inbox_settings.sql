-- What makes answering customers quicker: answers to insert, an automatic one while away, and notes to oneself.

create table inbox_settings (
  account_id bigint primary key references accounts on delete cascade,
  answers jsonb not null default '[]' check (jsonb_array_length(answers) <= 20),  -- [{title, text}]
  away_text text check (char_length(away_text) between 1 and 1000),  -- null unless it is turned on
  away_until date check (away_until is null or away_text is not null),                    -- the last day in Los Angeles; null for no end
  updated_at timestamptz(3) not null default now()
);

alter table conversations add column note text;
alter table conversations add constraint conversations_note_check check (char_length(note) between 1 and 2000) not valid;

-- Another owner does not read the notes of the former one.
create or replace function conversations_follow_owner() returns trigger language plpgsql as $$
begin
  update conversations set owner_id = new.owner_id, note = null where listing_id = new.id;
  return null;
end $$;
