-- outside a transaction
alter table webhook_deliveries validate constraint webhook_deliveries_error_check;
