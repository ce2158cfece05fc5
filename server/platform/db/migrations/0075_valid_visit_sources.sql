-- outside a transaction
alter table events validate constraint events_via_check;

alter table listing_view_parts validate constraint listing_view_parts_part_check;

alter table conversations validate constraint conversations_source_check;
