-- Push messages to browsers (docs/decisions/0127-push-messages-end-with-the-session.md).

create table push_subscriptions (
  id bigint generated always as identity primary key,
  session_id bigint not null unique references sessions on delete cascade,  -- of the browser: signing out ends it
  endpoint text not null unique check (char_length(endpoint) between 20 and 1000),  -- at the push service of the browser
  public_key text not null check (public_key ~ '^[A-Za-z0-9_-]{80,100}$'),   -- p256dh
  auth_secret text not null check (auth_secret ~ '^[A-Za-z0-9_-]{16,40}$'),
  created_at timestamptz(3) not null default now()
);

-- The private key by which push services know the site.
alter table server_keys drop constraint server_keys_purpose_check;

alter table server_keys add constraint server_keys_purpose_check check (purpose in ('totp', 'vapid')) not valid;
