-- What of a listing elsewhere brought a visitor: its card or badge on another site, its QR code, a program or an assistant.
alter table events add column if not exists via text;
alter table events drop constraint if exists events_via_check, add constraint events_via_check
  check (via is null or (via in ('embed', 'badge', 'qr', 'api', 'assistant') and kind = 'view')) not valid;
alter table listing_view_parts drop constraint listing_view_parts_part_check, add constraint listing_view_parts_part_check
  check (part in ('hour', 'device', 'origin', 'language', 'source')) not valid;
alter table conversations drop constraint conversations_source_check, add constraint conversations_source_check
  check (source in ('listing', 'search', 'list', 'quote', 'embed', 'badge', 'qr', 'api', 'assistant')) not valid;
