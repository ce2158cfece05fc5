import { createHash } from 'node:crypto';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { DB } from '#server/db/schema.ts';
import type { FormFields } from './form-encoding.ts';
import {
  type ChargeObject,
  findObject,
  listObjects,
  makeIntent,
  type PaymentIntentObject,
  refundCharge,
  saveObject,
} from './objects.ts';
import {
  type EmitEvent,
  errorResponse,
  ok,
  resourceMissing,
  type SimulatorResponse,
  toPublicIntent,
  unexpectedState,
  unrecognizedUrl,
} from './responses.ts';

const MAX_PAGE_SIZE = 100;
// The number that Stripe includes in an expanded list.
const MAX_EXPANDED_REFUNDS = 10;

/** A request of the SDK. */
export interface ApiRequest {
  method: string;
  path: string;
  fields: FormFields;
  rawBody: string;
  idempotencyKey: string | null;
  authorized: boolean;
}

/** The write operation of a path; undefined if there is none. */
export function findWriteOperation({ path }: ApiRequest) {
  const [, resource, id, action] = path.split('/').slice(1);
  if (resource === 'payment_intents' && id === undefined) return createIntent;
  if (resource === 'payment_intents' && action === 'cancel') return cancelIntent;
  if (resource === 'refunds' && id === undefined) return createRefund;
  return undefined;
}

/** Executes a read request. */
export async function executeRead(db: Kysely<DB>, request: ApiRequest): Promise<SimulatorResponse> {
  const [, resource, id] = request.path.split('/').slice(1);
  const { fields } = request;
  const limit = Math.min(Number(fields.limit ?? 10) || 10, MAX_PAGE_SIZE);
  const after = typeof fields.starting_after === 'string' ? fields.starting_after : undefined;
  if (resource === 'payment_intents' && id) {
    const intent = await findObject<PaymentIntentObject>(db, 'payment_intent', id);
    if (!intent) return resourceMissing('payment_intent', id);
    return ok({
      ...toPublicIntent(intent),
      latest_charge: isExpanded(fields) ? await findExpandedCharge(db, intent) : intent.latest_charge,
    });
  }
  if (resource === 'charges' && !id) {
    const created = fields.created as FormFields | undefined;
    const createdFrom = created?.gte === undefined ? undefined : Number(created.gte);
    return ok({ url: request.path, ...(await listObjects(db, 'charge', { where: {}, after, limit, createdFrom })) });
  }
  if (resource === 'refunds' && !id) {
    const where = fields.charge === undefined ? {} : { charge: fields.charge };
    return ok({ url: request.path, ...(await listObjects(db, 'refund', { where, after, limit })) });
  }
  if (resource === 'disputes' && !id) {
    return ok({
      url: request.path,
      ...(await listObjects(db, 'dispute', { where: { charge: fields.charge }, after, limit })),
    });
  }
  if (resource === 'events' && !id) {
    return ok({ url: request.path, ...(await listObjects(db, 'event', { where: {}, after, limit })) });
  }
  return unrecognizedUrl(request);
}

/** The charge of an intent, expanded with its refunds. */
async function findExpandedCharge(db: Kysely<DB>, { latest_charge }: PaymentIntentObject) {
  const charge = latest_charge && (await findObject<ChargeObject>(db, 'charge', latest_charge));
  return (
    charge && {
      ...charge,
      refunds: await listObjects(db, 'refund', { where: { charge: charge.id }, limit: MAX_EXPANDED_REFUNDS }),
    }
  );
}

/** Repeats the first response for a repeated key (https://docs.stripe.com/api/idempotent_requests). */
export async function withIdempotencyKey(
  trx: Transaction<DB>,
  { idempotencyKey: key, path, rawBody: text }: ApiRequest,
  execute: () => Promise<SimulatorResponse>,
): Promise<SimulatorResponse> {
  if (key === null) return execute();
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(trx);
  const bodyHash = createHash('sha256').update(text).digest();
  const { rows } = await sql<{ path: string; body_hash: Buffer; status: number; answer: object }>`
    select path, body_hash, status, answer from stripe_simulator.requests where idempotency_key = ${key}`.execute(trx);
  const stored = rows[0];
  if (stored) {
    if (stored.path === path && stored.body_hash.equals(bodyHash))
      return { status: stored.status, body: stored.answer };
    const message = 'Keys for idempotent requests can only be used with the same parameters they were first used with.';
    return errorResponse(400, 'idempotency_error', message);
  }
  const response = await execute();
  await sql`
    insert into stripe_simulator.requests (idempotency_key, path, body_hash, status, answer)
    values (${key}, ${path}, ${bodyHash}, ${response.status}, ${JSON.stringify(response.body)}::jsonb)`.execute(trx);
  return response;
}

async function createIntent(trx: Transaction<DB>, { fields }: ApiRequest, emit: EmitEvent): Promise<SimulatorResponse> {
  const amount = Number(fields.amount);
  if (!Number.isSafeInteger(amount) || amount < 50) {
    return errorResponse(400, 'invalid_request_error', 'Amount must be at least $0.50 usd', 'amount');
  }
  if (fields.currency !== 'usd') {
    return errorResponse(400, 'invalid_request_error', `Invalid currency: ${fields.currency}`, 'currency');
  }
  const intent = makeIntent({
    amount,
    currency: 'usd',
    description: typeof fields.description === 'string' ? fields.description : null,
    metadata: parseMetadata(fields),
  });
  await saveObject(trx, intent);
  await emit('payment_intent.created', toPublicIntent(intent));
  return ok(toPublicIntent(intent));
}

async function cancelIntent(trx: Transaction<DB>, { path }: ApiRequest, emit: EmitEvent): Promise<SimulatorResponse> {
  const id = path.split('/')[3] ?? '';
  const intent = await findObject<PaymentIntentObject>(trx, 'payment_intent', id, { lock: true });
  if (!intent) return resourceMissing('payment_intent', id);
  if (intent.status === 'succeeded' || intent.status === 'canceled') return unexpectedState(intent);
  const canceled = await saveObject(trx, {
    ...intent,
    status: 'canceled',
    next_action: null,
    simulated_card: null,
  } as const);
  await emit('payment_intent.canceled', toPublicIntent(canceled));
  return ok(toPublicIntent(canceled));
}

async function createRefund(trx: Transaction<DB>, { fields }: ApiRequest, emit: EmitEvent): Promise<SimulatorResponse> {
  const id = String(fields.payment_intent);
  const intent = await findObject<PaymentIntentObject>(trx, 'payment_intent', id, { lock: true });
  const charge = intent?.latest_charge && (await findObject<ChargeObject>(trx, 'charge', intent.latest_charge));
  if (!charge) return resourceMissing('payment_intent', id);
  const unrefunded = charge.amount - charge.amount_refunded;
  const amount = fields.amount === undefined ? unrefunded : Number(fields.amount);
  if (unrefunded === 0) {
    return errorResponse(400, 'invalid_request_error', `Charge ${charge.id} has already been refunded.`, undefined, {
      code: 'charge_already_refunded',
    });
  }
  if (!Number.isSafeInteger(amount) || amount < 1 || amount > unrefunded) {
    const message = `Refund amount (${amount}) is greater than unrefunded amount on charge (${unrefunded})`;
    return errorResponse(400, 'invalid_request_error', message, 'amount');
  }
  const refunded = refundCharge(charge, amount, parseMetadata(fields));
  await saveObject(trx, refunded.charge);
  await saveObject(trx, refunded.refund);
  await emit('charge.refunded', refunded.charge);
  return ok(refunded.refund);
}

const isExpanded = ({ expand }: FormFields) =>
  typeof expand === 'object' && Object.values(expand).includes('latest_charge.refunds');

function parseMetadata({ metadata }: FormFields): Record<string, string> {
  if (typeof metadata !== 'object') return {};
  return Object.fromEntries(
    Object.entries(metadata).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}
