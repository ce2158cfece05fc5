-- Links in queued emails. Each attempt to send an email creates a token, of which only the SHA-256 is stored.
create table claim_links (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  claim_id bigint not null references claims on delete cascade,
  expires_at timestamptz(3) not null
);
create index on claim_links (claim_id);
insert into claim_links (token_hash, claim_id, expires_at)
select token_hash, id, token_expires_at from claims where token_hash is not null;
alter table claims drop column token_hash, drop column token_expires_at;

create table unsubscribe_links (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  mailing_id bigint not null references mailings on delete cascade,
  created_at timestamptz(3) not null default now()
);
create index on unsubscribe_links (mailing_id);
create index on unsubscribe_links (created_at);
insert into unsubscribe_links (token_hash, mailing_id) select sha256(convert_to(token, 'UTF8')), id from mailings;
alter table mailings drop column token;
