import { type Kysely, sql } from 'kysely';
import type Stripe from 'stripe';
import type { DB } from '#server/platform/db/schema.ts';
import type { StoredIntent, StoredPaymentMethod } from './intents.ts';

/** The stored objects by their kind. */
interface StoredObjects {
  payment_intent: StoredIntent;
  charge: Stripe.Charge;
  refund: Stripe.Refund;
  dispute: Stripe.Dispute;
  event: Stripe.EventBase;
  customer: Stripe.Customer;
  payment_method: StoredPaymentMethod;
}
type Kind = keyof StoredObjects;

/** Inserts or replaces an object. */
export async function saveObject<Saved extends StoredObjects[Kind]>(db: Kysely<DB>, object: Saved): Promise<Saved> {
  const { id, object: kind } = object;
  await sql`
    insert into stripe_simulator.objects (id, kind, data) values (${id}, ${kind}, ${JSON.stringify(object)}::jsonb)
    on conflict (id) do update set data = excluded.data`.execute(db);
  return object;
}

/** The object of an id and kind; optionally locked until the transaction ends. */
export async function findObject<Found extends Kind>(
  db: Kysely<DB>,
  kind: Found,
  id: string,
  { lock = false } = {},
): Promise<StoredObjects[Found] | undefined> {
  const { rows } = await sql<{ data: StoredObjects[Found] }>`
    select data from stripe_simulator.objects where id = ${id} and kind = ${kind}
    ${lock ? sql`for update` : sql``}`.execute(db);
  return rows[0]?.data;
}

/** One page of the objects of a kind, newest first, in the form of Stripe's lists. */
export async function listObjects<Listed extends Kind>(
  db: Kysely<DB>,
  kind: Listed,
  { where, after, limit, createdFrom }: { where: object; after?: string; limit: number; createdFrom?: number },
): Promise<Stripe.ApiList<StoredObjects[Listed]>> {
  const { rows } = await sql<{ data: StoredObjects[Listed] }>`
    select data from stripe_simulator.objects
    where kind = ${kind} and data @> ${JSON.stringify(where)}::jsonb
      and (${createdFrom ?? null}::float8 is null or created_at >= to_timestamp(${createdFrom ?? null}))
      and (${after ?? null}::text is null or (created_at, id) <
        (select created_at, id from stripe_simulator.objects where id = ${after ?? null}))
    order by created_at desc, id desc limit ${limit + 1}`.execute(db);
  const data = rows.slice(0, limit).map((row) => row.data);
  return { object: 'list', url: `/v1/${kind}s`, data, has_more: rows.length > limit };
}

/** Deletes a customer and the saved cards. */
export async function deleteCustomerObjects(db: Kysely<DB>, id: string): Promise<void> {
  await sql`
    delete from stripe_simulator.objects
    where id = ${id} or (kind = 'payment_method' and data->>'customer' = ${id})`.execute(db);
}

const EVENT_RETENTION_DAYS = 30;

/** Deletes events after 30 days, as Stripe does. A daily job. */
export async function deleteOldSimulatedEvents(db: Kysely<DB>): Promise<void> {
  await sql`
    delete from stripe_simulator.objects
    where kind = 'event' and created_at < now() - make_interval(days => ${sql.lit(EVENT_RETENTION_DAYS)})`.execute(db);
}
