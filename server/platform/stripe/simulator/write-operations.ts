import type { Transaction } from 'kysely';
import type Stripe from 'stripe';
import type { DB } from '#server/platform/db/schema.ts';
import { refundCharge } from './charges.ts';
import type { EmitEvent } from './events.ts';
import type { FormFields } from './form-encoding.ts';
import { cancelIntent, makeIntent, type StoredIntent, toPublicIntent } from './intents.ts';
import { newId, nowSeconds } from './object-ids.ts';
import { type OperationInput, toMetadata } from './parameters.ts';
import { invalidRequest, ok, resourceMissing, type SimulatorResponse, unexpectedState } from './responses.ts';
import { deleteCustomerObjects, findObject, saveObject } from './store.ts';

/** `POST /v1/payment_intents`. */
export async function createPaymentIntent(
  trx: Transaction<DB>,
  { fields }: OperationInput,
  emit: EmitEvent,
): Promise<SimulatorResponse> {
  const { amount, currency, description, customer, setup_future_usage: usage } = fields;
  if (typeof customer === 'string' && !(await findObject(trx, 'customer', customer)))
    return resourceMissing('customer', customer, 'customer');
  const intent = await saveObject(
    trx,
    makeIntent({
      amount: Number(amount),
      currency: String(currency),
      description: typeof description === 'string' && description !== '' ? description : null,
      metadata: toMetadata(fields),
      automaticPaymentMethods: toAutomaticPaymentMethods(fields),
      customer: typeof customer === 'string' ? customer : null,
      setupFutureUsage: usage === 'off_session' ? usage : null,
    }),
  );
  await emit('payment_intent.created', toPublicIntent(intent));
  return ok(toPublicIntent(intent));
}

/** `POST /v1/customers`. */
export async function createCustomer(trx: Transaction<DB>, { fields }: OperationInput): Promise<SimulatorResponse> {
  return ok(
    await saveObject(trx, {
      id: newId('cus'),
      object: 'customer',
      address: null,
      created: nowSeconds(),
      default_source: null,
      description: null,
      email: null,
      invoice_settings: { custom_fields: null, default_payment_method: null, footer: null, rendering_options: null },
      livemode: false,
      metadata: toMetadata(fields),
      shipping: null,
      balance: 0,
    } satisfies Stripe.Customer),
  );
}

/** `DELETE /v1/customers/{id}`: the saved cards go with the customer. */
export async function deleteCustomer(trx: Transaction<DB>, { id }: OperationInput): Promise<SimulatorResponse> {
  if (!(await findObject(trx, 'customer', id))) return resourceMissing('customer', id, 'id');
  await deleteCustomerObjects(trx, id);
  return ok({ id, object: 'customer', deleted: true } satisfies Stripe.DeletedCustomer);
}

function toAutomaticPaymentMethods({
  automatic_payment_methods: given,
}: FormFields): Stripe.PaymentIntent.AutomaticPaymentMethods | null {
  if (typeof given !== 'object') return null;
  return {
    enabled: given.enabled === 'true',
    ...(given.allow_redirects !== undefined && {
      allow_redirects: given.allow_redirects === 'never' ? 'never' : 'always',
    }),
  };
}

const CANCELABLE_STATUSES =
  'requires_payment_method, requires_capture, requires_reauthorization, requires_confirmation, requires_action, processing';

/** `POST /v1/payment_intents/{id}/cancel`. */
export async function cancelPaymentIntent(
  trx: Transaction<DB>,
  { id }: OperationInput,
  emit: EmitEvent,
): Promise<SimulatorResponse> {
  const intent = await findObject(trx, 'payment_intent', id, { lock: true });
  if (!intent) return resourceMissing('payment_intent', id, 'intent');
  if (intent.status === 'succeeded' || intent.status === 'canceled') {
    return unexpectedState(
      intent,
      `You cannot cancel this PaymentIntent because it has a status of ${intent.status}. ` +
        `Only a PaymentIntent with one of the following statuses may be canceled: ${CANCELABLE_STATUSES}.`,
    );
  }
  const canceled = await saveObject(trx, cancelIntent(intent));
  await emit('payment_intent.canceled', toPublicIntent(canceled));
  return ok(toPublicIntent(canceled));
}

/** `POST /v1/refunds`: of a part of the charge, or of all that is left of it. */
export async function createRefund(
  trx: Transaction<DB>,
  { fields }: OperationInput,
  emit: EmitEvent,
): Promise<SimulatorResponse> {
  const found = await findRefundableCharge(trx, fields);
  if ('status' in found) return found;
  const { charge } = found;
  const unrefunded = charge.amount - charge.amount_refunded;
  if (unrefunded === 0) {
    const message = `Charge ${charge.id} has already been refunded.`;
    return invalidRequest(message, { code: 'charge_already_refunded', charge: charge.id });
  }
  const amount = fields.amount === undefined ? unrefunded : Number(fields.amount);
  if (amount > unrefunded) {
    const message = `Refund amount (${toDollars(amount)}) is greater than unrefunded amount on charge (${toDollars(unrefunded)})`;
    return invalidRequest(message, { param: 'amount' });
  }
  const refunded = refundCharge(charge, amount, toMetadata(fields));
  await saveObject(trx, refunded.charge);
  await saveObject(trx, refunded.refund);
  await emit('charge.refunded', refunded.charge);
  await emit('refund.created', refunded.refund);
  return ok(refunded.refund);
}

/** The charge of a refund's parameters, with its intent locked, or Stripe's error. */
async function findRefundableCharge(
  trx: Transaction<DB>,
  { payment_intent: intentId, charge: chargeId }: FormFields,
): Promise<{ charge: Stripe.Charge } | SimulatorResponse> {
  if (intentId === undefined && chargeId === undefined) {
    const message = 'One of the following params should be provided for this request: payment_intent or charge.';
    return invalidRequest(message, { code: 'parameter_missing' });
  }
  const given = chargeId === undefined ? undefined : await findObject(trx, 'charge', String(chargeId));
  if (chargeId !== undefined && !given) return resourceMissing('charge', String(chargeId), 'charge');
  const id = String(intentId ?? given?.payment_intent);
  const intent = await findObject(trx, 'payment_intent', id, { lock: true });
  if (!intent) return resourceMissing('payment_intent', id, 'payment_intent');
  const charge = await findLatestCharge(trx, intent);
  if (!charge?.paid || (given && given.id !== charge.id)) {
    const message = `This PaymentIntent (${id}) does not have a successful charge to refund.`;
    return unexpectedState(intent, message);
  }
  return { charge };
}

const findLatestCharge = (trx: Transaction<DB>, { latest_charge: id }: StoredIntent) =>
  typeof id === 'string' ? findObject(trx, 'charge', id) : undefined;

const toDollars = (cents: number) => `$${(cents / 100).toFixed(2)}`;
