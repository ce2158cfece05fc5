import type { Kysely } from 'kysely';
import type Stripe from 'stripe';
import type { DB } from '#server/platform/db/schema.ts';
import type { FormFields } from './form-encoding.ts';
import { toPublicIntent } from './intents.ts';
import { isExpanded, type OperationInput } from './parameters.ts';
import { ok, resourceMissing, type SimulatorResponse } from './responses.ts';
import { findObject, listObjects } from './store.ts';

const DEFAULT_LIMIT = 10;
// The number that Stripe includes in an expanded list.
const MAX_EXPANDED_REFUNDS = 10;

/** `GET /v1/payment_intents/{id}`. */
export async function retrieveIntent(db: Kysely<DB>, { id, fields }: OperationInput): Promise<SimulatorResponse> {
  const intent = await findObject(db, 'payment_intent', id);
  if (!intent) return resourceMissing('payment_intent', id, 'intent');
  const response = toPublicIntent(intent);
  const { latest_charge: chargeId } = response;
  if (typeof chargeId !== 'string' || !isExpanded(fields, 'latest_charge')) return ok(response);
  const charge = await findObject(db, 'charge', chargeId);
  const expanded = charge && (await expandRefunds(db, charge, isExpanded(fields, 'latest_charge.refunds')));
  return ok({ ...response, latest_charge: expanded ?? null } satisfies Stripe.PaymentIntent);
}

/** `GET /v1/charges/{id}`. */
export async function retrieveCharge(db: Kysely<DB>, { id, fields }: OperationInput): Promise<SimulatorResponse> {
  const charge = await findObject(db, 'charge', id);
  if (!charge) return resourceMissing('charge', id, 'id');
  return ok(await expandRefunds(db, charge, isExpanded(fields, 'refunds')));
}

async function expandRefunds(db: Kysely<DB>, charge: Stripe.Charge, isAsked: boolean): Promise<Stripe.Charge> {
  if (!isAsked) return charge;
  const refunds = await listObjects(db, 'refund', { where: { charge: charge.id }, limit: MAX_EXPANDED_REFUNDS });
  return { ...charge, refunds: { ...refunds, url: `/v1/charges/${charge.id}/refunds` } };
}

/** `GET /v1/refunds/{id}`. */
export async function retrieveRefund(db: Kysely<DB>, { id }: OperationInput): Promise<SimulatorResponse> {
  const refund = await findObject(db, 'refund', id);
  return refund ? ok(refund) : resourceMissing('refund', id, 'id');
}

/** `GET /v1/events/{id}`. */
export async function retrieveEvent(db: Kysely<DB>, { id }: OperationInput): Promise<SimulatorResponse> {
  const event = await findObject(db, 'event', id);
  return event ? ok(event) : resourceMissing('event', id, 'id');
}

/** `GET /v1/charges`. */
export const listCharges = (db: Kysely<DB>, { fields }: OperationInput) => {
  const { gte } = typeof fields.created === 'object' ? fields.created : {};
  return list(db, 'charge', fields, { createdFrom: gte === undefined ? undefined : Number(gte) });
};

/** `GET /v1/refunds`. */
export const listRefunds = (db: Kysely<DB>, { fields }: OperationInput) => list(db, 'refund', fields);

/** `GET /v1/disputes`. */
export const listDisputes = (db: Kysely<DB>, { fields }: OperationInput) => list(db, 'dispute', fields);

/** `GET /v1/events`. */
export const listEvents = (db: Kysely<DB>, { fields }: OperationInput) => list(db, 'event', fields);

/** One page of the objects that belong to the charge or the intent of the parameters. */
async function list(
  db: Kysely<DB>,
  kind: 'charge' | 'refund' | 'dispute' | 'event',
  fields: FormFields,
  { createdFrom }: { createdFrom?: number } = {},
): Promise<SimulatorResponse> {
  const { limit = DEFAULT_LIMIT, starting_after: after, charge, payment_intent } = fields;
  if (after !== undefined && !(await findObject(db, kind, String(after)))) {
    return resourceMissing(kind, String(after), 'starting_after');
  }
  const where = { ...(charge !== undefined && { charge }), ...(payment_intent !== undefined && { payment_intent }) };
  return ok(
    await listObjects(db, kind, {
      where,
      after: after === undefined ? undefined : String(after),
      limit: Number(limit),
      createdFrom,
    }),
  );
}
