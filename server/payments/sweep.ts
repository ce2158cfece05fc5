import { sql } from 'kysely';
import type { PaymentParts } from './payment-parts.ts';
import { makeRefunds } from './refunds.ts';
import { settle } from './settlement.ts';

// An intent that nobody paid for a day is called off: the page with its card form is long closed.
const ABANDONED_HOURS = 24;
const AT_ONCE = 500;
const EVENT_DAYS = 35;

/**
 * Goes on with whatever was cut off: asks the provider of every payment that is open, of paid ones that wait for their
 * listing, and for the refunds that were written down and not made. Done at the start and every five minutes, so that
 * nothing is paid and unlisted, whatever broke on the way. One that fails is logged and left for the next time.
 */
export async function sweep(parts: PaymentParts): Promise<void> {
  const { db, cards, log } = parts;
  const attempt = (id: number, work: () => Promise<unknown>) =>
    work().catch((error) => log.error({ err: error, payment: id }, 'a payment was not settled'));

  // Its intent's number was never written down, so nobody was given the secret that it is paid with.
  await sql`
    update payments set status = 'canceled'
    where status = 'open' and intent_id is null and created_at < now() - interval '1 hour'`.execute(db);
  const { rows: open } = await sql<{ id: number; intentId: string; isAbandoned: boolean }>`
    select id, intent_id as "intentId", created_at < now() - make_interval(hours => ${ABANDONED_HOURS}) as "isAbandoned"
    from payments where status = 'open' and intent_id is not null
    order by id limit ${AT_ONCE}`.execute(db);
  for (const { id, intentId, isAbandoned } of open) {
    await attempt(id, async () => {
      const { payment } = await settle(parts, intentId);
      if (!isAbandoned || payment.status !== 'open') return;
      await cards.cancelIntent(intentId);
      await settle(parts, intentId);
    });
  }
  const { rows: given } = await sql<{ id: number }>`
    select distinct payment_id as id from refunds where status = 'open' order by 1 limit ${AT_ONCE}`.execute(db);
  for (const { id } of given) await attempt(id, () => makeRefunds(parts, id));
  await sql`delete from stripe_events where received_at < now() - make_interval(days => ${EVENT_DAYS})`.execute(db);
}
