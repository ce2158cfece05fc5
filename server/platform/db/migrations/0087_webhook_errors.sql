-- Why a webhook got no response: its name was not found, its certificate is not valid, the connection was refused.
alter table webhook_deliveries drop constraint if exists webhook_deliveries_error_check, add constraint webhook_deliveries_error_check
  check (error in ('address', 'name', 'certificate', 'refused', 'timeout', 'connection')) not valid;
