-- outside a transaction
alter table billing_details validate constraint billing_details_tax_id_check;

alter table audit validate constraint audit_kind_check;

alter table events validate constraint events_language_check;

alter table listing_view_parts validate constraint listing_view_parts_part_check;
