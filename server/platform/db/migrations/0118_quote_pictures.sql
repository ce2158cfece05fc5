-- Pictures of a quote request, which all businesses that got it may see.

alter table message_pictures add column quote_request_id bigint;

alter table message_pictures
  add constraint message_pictures_quote_request_id_fkey foreign key (quote_request_id) references quote_requests on delete set null not valid,
  add constraint message_pictures_part_of_one check (message_id is null or quote_request_id is null) not valid;
