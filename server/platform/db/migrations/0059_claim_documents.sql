-- Documents of claims, for the staff alone (docs/decisions/0175-documents-of-claims.md). Their files are in the storage of pictures.
create table claim_documents (
  name text primary key check (name ~ '^claim-[0-9a-f]{32}\.(pdf|webp)$'), -- random; the name of its file
  account_id bigint not null references accounts on delete cascade,
  claim_id bigint references claims on delete set null, -- null until the claim is sent
  bytes integer not null check (bytes > 0),
  created_at timestamptz(3) not null default now()
);
create index claim_documents_account_id_idx on claim_documents (account_id);
create index claim_documents_claim_id_idx on claim_documents (claim_id) where claim_id is not null;
create index claim_documents_created_at_idx on claim_documents (created_at);
