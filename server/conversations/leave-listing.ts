import { sql, type Transaction } from 'kysely';
import type { DB } from '#server/platform/db/schema.ts';
import { writeEmail } from '#server/platform/mail/write-email.ts';
import type { ConversationDeps } from './deps.ts';
import { notTheBusinessEmail } from './refusal-emails.ts';

/**
 * Ends the part of the business in all conversations about a listing whose owner did not represent it. They remain with their customers,
 * who are warned by email; neither that owner nor the next one reads them, because customers wrote to somebody else than they believed.
 */
export async function leaveListing(
  trx: Transaction<DB>,
  { listingId, business }: { listingId: number; business: string },
  { jobs, site }: Pick<ConversationDeps, 'jobs' | 'site'>,
): Promise<void> {
  await sql`
    delete from conversation_links where side = 'business'
      and conversation_id in (select id from conversations where listing_id = ${listingId})`.execute(trx);
  const { rows } = await sql<{ email: string; language: string }>`
    with ended as (
      update conversations set listing_id = null, owner_id = null, note = null where listing_id = ${listingId}
      returning customer_email, customer_id, customer_language, opened_at
    )
    select distinct on (e.customer_email) e.customer_email as email, coalesce(a.language, e.customer_language) as language
    from ended e left join accounts a on a.id = e.customer_id
    where e.opened_at is not null and e.customer_email is not null`.execute(trx);
  await jobs.enqueueEmail(
    trx,
    rows.map(({ email: to, language }) => writeEmail(language, () => notTheBusinessEmail(site, { to, business }))),
  );
}
