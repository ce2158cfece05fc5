-- outside a transaction
-- The constraints of 0116, without keeping readers waiting.

alter table reviews validate constraint reviews_device_check;

alter table reviews validate constraint reviews_release_check;

alter table reviews validate constraint reviews_pending_check;

alter table reviews validate constraint reviews_language_check;

alter table reviews validate constraint reviews_pictures_check;

alter table reviews validate constraint reviews_proof_check;

drop index concurrently if exists reviews_device;

create index concurrently reviews_device on reviews (device) where device is not null;

drop index concurrently if exists reviews_release;

create index concurrently reviews_release on reviews (release_at) where release_at is not null;

drop index concurrently if exists reviews_undecided;

create index concurrently reviews_undecided on reviews (id)
  where ((status = 'waiting' or pending_change is not null) and release_at is null) or reported_at is not null
    or (appealed_at is not null and appeal_decided_at is null);

drop index concurrently if exists reviews_waiting;

drop index concurrently if exists reviews_document;

create index concurrently reviews_document on reviews (created_at) where document is not null;

drop index concurrently if exists reviews_text_hashes;

create index concurrently reviews_text_hashes on reviews using gin (text_hashes);

drop index concurrently if exists sessions_account_network;

create index concurrently sessions_account_network on sessions (account_id, network) where network is not null;
