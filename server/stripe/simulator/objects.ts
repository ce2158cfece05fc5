import { randomBytes } from 'node:crypto';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { DB } from '#server/db/schema.ts';

/** An object of Stripe's API; amounts are US cents, times seconds since 1970. */
export type StripeObject = { id: string; object: string; [field: string]: unknown };

export interface PaymentIntentObject extends StripeObject {
  object: 'payment_intent';
  amount: number;
  amount_received: number;
  currency: string;
  client_secret: string;
  status: 'requires_payment_method' | 'requires_action' | 'succeeded' | 'canceled';
  metadata: Record<string, string>;
  description: string | null;
  latest_charge: string | null;
  /** The card of a payment that waits for authentication; Stripe stores it with the payment method. */
  simulated_card: CardDetails | null;
}

export interface ChargeObject extends StripeObject {
  object: 'charge';
  amount: number;
  amount_refunded: number;
  payment_intent: string;
  paid: boolean;
}

/** The public details of a card. */
export type CardDetails = { brand: string; last4: string; [field: string]: unknown };

export const newId = (prefix: string) => `${prefix}_${randomBytes(12).toString('hex')}`;
export const nowSeconds = () => Math.floor(Date.now() / 1000);

/** Inserts or replaces an object. */
export async function saveObject<T extends StripeObject>(db: Kysely<DB>, object: T): Promise<T> {
  const { id, object: kind } = object;
  await sql`
    insert into stripe_simulator.objects (id, kind, data) values (${id}, ${kind}, ${JSON.stringify(object)}::jsonb)
    on conflict (id) do update set data = excluded.data`.execute(db);
  return object;
}

/** The object of an id and kind; optionally locked until the transaction ends. */
export async function findObject<Found extends StripeObject>(
  db: Kysely<DB>,
  kind: Found['object'],
  id: string,
  { lock = false } = {},
): Promise<Found | undefined> {
  const { rows } = await sql<{ data: Found }>`
    select data from stripe_simulator.objects where id = ${id} and kind = ${kind}
    ${lock ? sql`for update` : sql``}`.execute(db);
  return rows[0]?.data;
}

/** One page of the objects of a kind, newest first, in the form of Stripe's lists. */
export async function listObjects<Listed extends StripeObject>(
  db: Kysely<DB>,
  kind: Listed['object'],
  { where, after, limit, createdFrom }: { where: object; after?: string; limit: number; createdFrom?: number },
) {
  const { rows } = await sql<{ data: Listed }>`
    select data from stripe_simulator.objects
    where kind = ${kind} and data @> ${JSON.stringify(where)}::jsonb
      and (${createdFrom ?? null}::float8 is null or created_at >= to_timestamp(${createdFrom ?? null}))
      and (${after ?? null}::text is null or (created_at, id) <
        (select created_at, id from stripe_simulator.objects where id = ${after ?? null}))
    order by created_at desc, id desc limit ${limit + 1}`.execute(db);
  return { object: 'list', data: rows.slice(0, limit).map(({ data }) => data), has_more: rows.length > limit };
}

/** A new unpaid intent. */
export function makeIntent(fields: {
  amount: number;
  currency: string;
  description: string | null;
  metadata: Record<string, string>;
}): PaymentIntentObject {
  const id = newId('pi');
  return {
    id,
    object: 'payment_intent',
    amount: fields.amount,
    amount_capturable: 0,
    amount_received: 0,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic_async',
    client_secret: `${id}_secret_${randomBytes(12).toString('hex')}`,
    confirmation_method: 'automatic',
    created: nowSeconds(),
    currency: fields.currency,
    customer: null,
    description: fields.description,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    metadata: fields.metadata,
    next_action: null,
    payment_method: null,
    payment_method_types: ['card'],
    receipt_email: null,
    simulated_card: null,
    status: 'requires_payment_method',
  };
}

/** The charge of an intent whose card was accepted, and the updated intent. */
export function chargeIntent(
  intent: PaymentIntentObject,
  card: CardDetails,
): { intent: PaymentIntentObject; charge: ChargeObject } {
  const charge: ChargeObject = {
    id: newId('ch'),
    object: 'charge',
    amount: intent.amount,
    amount_captured: intent.amount,
    amount_refunded: 0,
    captured: true,
    created: nowSeconds(),
    currency: intent.currency,
    description: intent.description,
    disputed: false,
    livemode: false,
    metadata: intent.metadata,
    paid: true,
    payment_intent: intent.id,
    payment_method: newId('pm'),
    payment_method_details: { type: 'card', card },
    refunded: false,
    status: 'succeeded',
  };
  return {
    charge,
    intent: {
      ...intent,
      status: 'succeeded',
      amount_received: intent.amount,
      latest_charge: charge.id,
      payment_method: charge.payment_method,
      last_payment_error: null,
      next_action: null,
      simulated_card: null,
    },
  };
}

/** A refund of a charge, and the updated charge. */
export function refundCharge(charge: ChargeObject, amount: number, metadata: Record<string, string>) {
  const refund: StripeObject = {
    id: newId('re'),
    object: 'refund',
    amount,
    charge: charge.id,
    created: nowSeconds(),
    currency: charge.currency,
    metadata,
    payment_intent: charge.payment_intent,
    reason: null,
    status: 'succeeded',
  };
  const refunded = charge.amount_refunded + amount;
  return { refund, charge: { ...charge, amount_refunded: refunded, refunded: refunded === charge.amount } };
}

/** Stores an event, which contains the object in its state at that time. */
export function saveEvent(trx: Transaction<DB>, type: string, object: StripeObject): Promise<StripeObject> {
  return saveObject(trx, {
    id: newId('evt'),
    object: 'event',
    api_version: null,
    created: nowSeconds(),
    data: { object },
    livemode: false,
    pending_webhooks: 1,
    request: null,
    type,
  });
}
