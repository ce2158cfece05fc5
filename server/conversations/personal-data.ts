import { type Kysely, sql } from 'kysely';
import type { PersonalData } from '#server/accounts/personal-data.ts';
import { detachFiles } from '#server/photos/detach-files.ts';
import type { DB } from '#server/platform/db/schema.ts';

const RETENTION_YEARS = 2;

/**
 * The conversations of an account, as customer and as business. The other side keeps what it received: without the name, address and
 * phone of a customer who left. Conversations that nobody else reads are deleted.
 */
export const conversationsPersonalData: PersonalData = {
  name: 'conversations',
  export: async (db, accountId) => {
    const { rows } = await sql`
      select c.id, case when c.customer_id = ${accountId} then 'customer' else 'business' end as side, c.listing_title as listing,
        c.customer_name as customer, c.topic, c.status, c.created_at as "createdAt",
        case when c.customer_id = ${accountId} then c.customer_email end as email,
        case when c.customer_id = ${accountId} then c.customer_phone end as phone,
        case when c.owner_id = ${accountId} then c.note end as note,
        (select json_build_object('trade', q.trade, 'place', q.place, 'when', q.timing, 'answers', q.answers)
          from quote_requests q where q.id = c.quote_request_id) as quote,
        (select json_agg(json_build_object('sender', m.sender, 'text', m.body, 'sentAt', m.created_at) order by m.id)
          from messages m where m.conversation_id = c.id
            and (m.status = 'sent' or m.sender = case when c.customer_id = ${accountId} then 'customer' else 'business' end)) as messages
      from conversations c
      where c.customer_id = ${accountId} or (c.owner_id = ${accountId} and c.opened_at is not null)
      order by c.id desc`.execute(db);
    const { rows: blocked } = await sql`
      select email_key as email, created_at as "createdAt" from conversation_blocks where owner_id = ${accountId}`.execute(
      db,
    );
    const { rows: settings } = await sql`
      select answers, away_text as "automaticAnswer", away_until::text as "until" from inbox_settings where account_id = ${accountId}`.execute(
      db,
    );
    return { conversations: rows, blocked, inboxSettings: settings[0] ?? null };
  },
  async erase(trx, accountId) {
    const unread = sql`
      (c.customer_id = ${accountId} and (c.opened_at is null or c.owner_id is null)
        or c.owner_id = ${accountId} and c.customer_id is null and c.customer_email is null)`;
    await detachFiles(
      trx,
      'message_pictures',
      sql`message_id in (
        select m.id from messages m join conversations c on c.id = m.conversation_id where ${unread})`,
    );
    await sql`delete from conversations c where ${unread}`.execute(trx);
    const own = sql`(select id from conversations where customer_id = ${accountId})`;
    await sql`delete from conversation_links where side = 'customer' and conversation_id in ${own}`.execute(trx);
    await sql`delete from guest_access where conversation_id in ${own}`.execute(trx);
    await sql`
      update conversations
      set customer_id = null, customer_name = null, customer_email = null, customer_email_key = null, customer_phone = null
      where customer_id = ${accountId}`.execute(trx);
    await sql`update conversations set owner_id = null, note = null where owner_id = ${accountId}`.execute(trx);
  },
  /** Answers go to the new address from then on. */
  async revokeEmailed(trx, accountId) {
    const asCustomer = sql`conversation_id in (select id from conversations where customer_id = ${accountId})`;
    await sql`
      delete from conversation_links where account_id = ${accountId} or side = 'customer' and ${asCustomer}`.execute(
      trx,
    );
    await sql`delete from guest_access where ${asCustomer}`.execute(trx);
    await sql`
      update conversations c set customer_email = a.email, customer_email_key = lower(a.email)
      from accounts a where a.id = ${accountId} and c.customer_id = a.id`.execute(trx);
  },
};

/** Deletes conversations two years after their last message. Runs daily. */
export async function deleteOldConversations(db: Kysely<DB>): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const isOld = sql`c.last_message_at <= now() - make_interval(years => ${sql.lit(RETENTION_YEARS)})`;
    await detachFiles(
      trx,
      'message_pictures',
      sql`message_id in (select m.id from messages m join conversations c on c.id = m.conversation_id where ${isOld})`,
    );
    await sql`delete from conversations c where ${isOld}`.execute(trx);
  });
}
