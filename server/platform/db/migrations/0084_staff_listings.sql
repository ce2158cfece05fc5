-- outside a transaction
-- The checks of 0083, without keeping readers waiting, and one listing for each form of the staff.

alter table listings validate constraint listings_origin_check;

alter table audit validate constraint audit_kind_check;

drop index concurrently if exists listings_staff_post_key;

create unique index concurrently listings_staff_post_key on listings (post_key) where origin = 'staff' and post_key is not null;
