-- When a bank began to process the payment, which can take days; null once the bank has refused it and its owner was told.
alter table payments add column processing_at timestamptz(3);
