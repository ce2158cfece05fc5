-- Reviews without signs of a fake are shown after twelve hours, changes of shown reviews wait beside them, pictures, languages, and proof by a
-- document (docs/decisions/0128-reviews-without-signs-are-shown-after-twelve-hours.md).

alter table reviews
  add column device bytea,                                       -- the hash of the cookie of the browser; null after 90 days
  add column release_at timestamptz(3),                          -- when it is shown without a person; null if one has to read it
  add column pending_change jsonb,                               -- what takes the place of a shown review
  add column language text not null default 'en',
  add column text_hashes integer[] not null default '{}',        -- by which much the same text is found (server/reviews/text-hashes.ts)
  add column pictures text[] not null default '{}',              -- their names, in order
  add column document text;                                      -- the picture that proves the purchase, until the staff has seen it

alter table reviews
  add constraint reviews_device_check check (octet_length(device) = 32) not valid,
  add constraint reviews_release_check check (release_at is null or status = 'waiting' or pending_change is not null) not valid,
  add constraint reviews_pending_check check (pending_change is null or status = 'shown') not valid,
  add constraint reviews_language_check check (char_length(language) between 2 and 3) not valid,
  add constraint reviews_pictures_check check (cardinality(pictures) <= 4) not valid;

alter table reviews drop constraint reviews_proof_check;

alter table reviews add constraint reviews_proof_check check (proof in ('conversation', 'receipt', 'document')) not valid;

create table review_pictures (
  name text primary key check (name ~ '^review-[a-z0-9]{20,40}$'),   -- random; the base name of its files
  review_id bigint references reviews on delete set null,
  width integer not null check (width between 1 and 10000),     -- of the largest file, in pixels
  height integer not null check (height between 1 and 10000),
  widths integer[] not null check (cardinality(widths) between 1 and 8),
  bytes integer not null check (bytes > 0),
  created_at timestamptz(3) not null default now()
);
create index on review_pictures (review_id) where review_id is not null;
create index review_pictures_loose on review_pictures (created_at) where review_id is null;
