-- outside a transaction
alter table events validate constraint events_booking_id_check;

alter table audit validate constraint audit_kind_check;
