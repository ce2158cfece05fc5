-- Credits that the staff gives: paid payments without money, which have no receipt and are no revenue.
create table gift_credits (
  payment_id bigint primary key references payments,
  reason text not null check (char_length(reason) between 1 and 1000),
  given_by bigint,                                                   -- an account, which may be deleted
  taken_back_by bigint,
  taken_back_at timestamptz(3),
  take_back_reason text check (char_length(take_back_reason) between 1 and 1000),
  check ((taken_back_at is null) = (take_back_reason is null))
);
select allow_audit_kinds('credit-given', 'credit-taken-back');

alter table payments
  add column is_gift boolean not null default false,
  drop constraint payments_amount_cents_check,
  add constraint payments_amount_cents_check check (amount_cents > 0 or (is_gift and amount_cents = 0)) not valid,
  drop constraint payments_check1,
  add constraint payments_check1 check ((status = 'paid' and not is_gift) = (receipt_number is not null)) not valid;
