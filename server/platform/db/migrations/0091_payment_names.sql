-- The name on the card, by which people say that they paid.
alter table payments add column cardholder text,
  add constraint payments_cardholder_check check (char_length(cardholder) <= 200) not valid;
