-- Whether money moved (docs/decisions/0051-payments-have-a-mode.md). There is no default: a row must not be live by omission.
alter table payments add column mode text check (mode in ('live', 'simulated'));
-- The simulator has its objects in this database. An intent that it does not know was made at Stripe; without an intent nobody could pay.
update payments set mode = case
  when intent_id is null or exists (select from stripe_simulator.objects where id = intent_id) then 'simulated' else 'live' end;
alter table payments
  alter column mode set not null,
  drop constraint payments_receipt_number_key,
  -- Numbered without gaps in each mode.
  add unique (mode, receipt_number),
  add unique (id, mode);

alter table terms add column mode text check (mode in ('live', 'simulated'));
update terms set mode = payments.mode from payments where payments.id = payment_id;
alter table terms
  alter column mode set not null,
  add foreign key (payment_id, mode) references payments (id, mode),
  drop constraint terms_payment_id_fkey;

insert into settings (key, value)
select 'simulated-receipts', to_jsonb(max(receipt_number)) from payments where mode = 'simulated' having max(receipt_number) > 0;
update settings set value = to_jsonb(coalesce((select max(receipt_number) from payments where mode = 'live'), 0))
where key = 'receipts';
