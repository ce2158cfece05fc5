-- outside a transaction
drop index concurrently if exists reviews_network;

create index concurrently reviews_network on reviews (network) where network is not null;

drop index concurrently if exists reviews_email;

create index concurrently reviews_email on reviews (email_key);

drop index concurrently if exists reviews_created;

create index concurrently reviews_created on reviews (created_at);
