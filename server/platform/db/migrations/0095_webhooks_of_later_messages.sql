-- outside a transaction
drop index concurrently if exists webhook_deliveries_of_leads;

create index concurrently webhook_deliveries_of_leads on webhook_deliveries (subject_id)
  where type in ('lead.created', 'lead.message', 'lead.answered');

drop index concurrently if exists webhook_deliveries_leads;
