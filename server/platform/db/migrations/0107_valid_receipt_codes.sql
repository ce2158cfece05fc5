-- outside a transaction
-- The constraints of 0106, without keeping readers waiting.

alter table reviews validate constraint reviews_entered_code_id_fkey;

alter table reviews validate constraint reviews_proof_check;

drop index concurrently if exists reviews_entered_code;

create index concurrently reviews_entered_code on reviews (entered_code_id) where entered_code_id is not null;
