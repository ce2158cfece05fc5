import { sql } from 'kysely';
import type { PersonalData } from '#server/accounts/personal-data.ts';
import { listWebhooks } from './webhooks.ts';

const MAX_EXPORTED = 10_000;

/**
 * The webhooks of an account with what was sent to them; deleted with it by a foreign key. What a customer who leaves wrote is removed from
 * the deliveries of others, so it comes before conversations.
 */
export const webhooksPersonalData: PersonalData = {
  name: 'webhooks',
  async export(db, accountId) {
    const { rows: deliveries } = await sql`
      select d.endpoint_id as "webhookId", d.type, d.occurred_at as "occurredAt", d.status, d.payload
      from webhook_deliveries d join webhook_endpoints e on e.id = d.endpoint_id
      where e.account_id = ${accountId} order by d.id desc limit ${sql.lit(MAX_EXPORTED)}`.execute(db);
    return { webhooks: await listWebhooks(db, accountId), deliveries };
  },
  async erase(trx, accountId) {
    await sql`
      update webhook_deliveries d set payload = null
      from (
        select 'lead.created' as type, id from conversations where customer_id = ${accountId}
        union all
        select type, m.id from messages m join conversations c on c.id = m.conversation_id, unnest('{lead.message,lead.answered}'::text[]) as type
        where c.customer_id = ${accountId}) as lead
      where d.type in ('lead.created', 'lead.message', 'lead.answered') and d.type = lead.type and d.subject_id = lead.id`.execute(
      trx,
    );
  },
  async revokeAccess(trx, accountId) {
    await trx.deleteFrom('webhook_endpoints').where('account_id', '=', accountId).execute();
  },
};
