import { createHash } from 'node:crypto';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { DB } from '#server/db/schema.ts';
import { type Answer, failure, missing, ok, shown, type Tell, unexpectedState, unknownUrl } from './answers.ts';
import type { Fields } from './form-encoding.ts';
import { find, type Intent, keep, list, makeIntent, refundCharge, type StripeCharge } from './objects.ts';

const MOST_ROWS = 100;
// As many as Stripe holds in what it expands.
const MOST_EXPANDED = 10;

/** What the SDK asks. */
export interface ApiRequest {
  method: string;
  path: string;
  fields: Fields;
  text: string;
  key: string | null;
  authorized: boolean;
}

/** The verb of a request that changes something; undefined where there is none at its address. */
export function changeOf({ path }: ApiRequest) {
  const [, resource, id, act] = path.split('/').slice(1);
  if (resource === 'payment_intents' && id === undefined) return createIntent;
  if (resource === 'payment_intents' && act === 'cancel') return cancelIntent;
  if (resource === 'refunds' && id === undefined) return createRefund;
  return undefined;
}

/** Answers a request that changes nothing. */
export async function read(db: Kysely<DB>, request: ApiRequest): Promise<Answer> {
  const [, resource, id] = request.path.split('/').slice(1);
  const { fields } = request;
  const limit = Math.min(Number(fields.limit ?? 10) || 10, MOST_ROWS);
  const after = typeof fields.starting_after === 'string' ? fields.starting_after : undefined;
  if (resource === 'payment_intents' && id) {
    const intent = await find<Intent>(db, 'payment_intent', id);
    if (!intent) return missing('payment_intent', id);
    return ok({
      ...shown(intent),
      latest_charge: isExpanded(fields) ? await chargeOf(db, intent) : intent.latest_charge,
    });
  }
  if (resource === 'charges' && !id) {
    const created = fields.created as Fields | undefined;
    const createdFrom = created?.gte === undefined ? undefined : Number(created.gte);
    return ok({ url: request.path, ...(await list(db, 'charge', { where: {}, after, limit, createdFrom })) });
  }
  if (resource === 'refunds' && !id) {
    const where = fields.charge === undefined ? {} : { charge: fields.charge };
    return ok({ url: request.path, ...(await list(db, 'refund', { where, after, limit })) });
  }
  if (resource === 'disputes' && !id) {
    return ok({
      url: request.path,
      ...(await list(db, 'dispute', { where: { charge: fields.charge }, after, limit })),
    });
  }
  if (resource === 'events' && !id) {
    return ok({ url: request.path, ...(await list(db, 'event', { where: {}, after, limit })) });
  }
  return unknownUrl(request);
}

/** The charge of an intent with its refunds, as both are expanded. */
async function chargeOf(db: Kysely<DB>, { latest_charge }: Intent) {
  const charge = latest_charge && (await find<StripeCharge>(db, 'charge', latest_charge));
  return (
    charge && { ...charge, refunds: await list(db, 'refund', { where: { charge: charge.id }, limit: MOST_EXPANDED }) }
  );
}

/** The same key once more is answered as it was the first time (https://docs.stripe.com/api/idempotent_requests). */
export async function once(
  trx: Transaction<DB>,
  { key, path, text }: ApiRequest,
  act: () => Promise<Answer>,
): Promise<Answer> {
  if (key === null) return act();
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(trx);
  const bodyHash = createHash('sha256').update(text).digest();
  const { rows } = await sql<{ path: string; body_hash: Buffer; status: number; answer: object }>`
    select path, body_hash, status, answer from stripe_simulator.requests where idempotency_key = ${key}`.execute(trx);
  const former = rows[0];
  if (former) {
    if (former.path === path && former.body_hash.equals(bodyHash))
      return { status: former.status, body: former.answer };
    const message = 'Keys for idempotent requests can only be used with the same parameters they were first used with.';
    return failure(400, 'idempotency_error', message);
  }
  const answer = await act();
  await sql`
    insert into stripe_simulator.requests (idempotency_key, path, body_hash, status, answer)
    values (${key}, ${path}, ${bodyHash}, ${answer.status}, ${JSON.stringify(answer.body)}::jsonb)`.execute(trx);
  return answer;
}

async function createIntent(trx: Transaction<DB>, { fields }: ApiRequest, tell: Tell): Promise<Answer> {
  const amount = Number(fields.amount);
  if (!Number.isSafeInteger(amount) || amount < 50) {
    return failure(400, 'invalid_request_error', 'Amount must be at least $0.50 usd', 'amount');
  }
  if (fields.currency !== 'usd') {
    return failure(400, 'invalid_request_error', `Invalid currency: ${fields.currency}`, 'currency');
  }
  const intent = makeIntent({
    amount,
    currency: 'usd',
    description: typeof fields.description === 'string' ? fields.description : null,
    metadata: metadataIn(fields),
  });
  await keep(trx, intent);
  await tell('payment_intent.created', shown(intent));
  return ok(shown(intent));
}

async function cancelIntent(trx: Transaction<DB>, { path }: ApiRequest, tell: Tell): Promise<Answer> {
  const id = path.split('/')[3] ?? '';
  const intent = await find<Intent>(trx, 'payment_intent', id, { lock: true });
  if (!intent) return missing('payment_intent', id);
  if (intent.status === 'succeeded' || intent.status === 'canceled') return unexpectedState(intent);
  const canceled = await keep(trx, { ...intent, status: 'canceled', next_action: null, simulated_card: null } as const);
  await tell('payment_intent.canceled', shown(canceled));
  return ok(shown(canceled));
}

async function createRefund(trx: Transaction<DB>, { fields }: ApiRequest, tell: Tell): Promise<Answer> {
  const id = String(fields.payment_intent);
  const intent = await find<Intent>(trx, 'payment_intent', id, { lock: true });
  const charge = intent?.latest_charge && (await find<StripeCharge>(trx, 'charge', intent.latest_charge));
  if (!charge) return missing('payment_intent', id);
  const left = charge.amount - charge.amount_refunded;
  const amount = fields.amount === undefined ? left : Number(fields.amount);
  if (left === 0) {
    return failure(400, 'invalid_request_error', `Charge ${charge.id} has already been refunded.`, undefined, {
      code: 'charge_already_refunded',
    });
  }
  if (!Number.isSafeInteger(amount) || amount < 1 || amount > left) {
    const message = `Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`;
    return failure(400, 'invalid_request_error', message, 'amount');
  }
  const refunded = refundCharge(charge, amount, metadataIn(fields));
  await keep(trx, refunded.charge);
  await keep(trx, refunded.refund);
  await tell('charge.refunded', refunded.charge);
  return ok(refunded.refund);
}

const isExpanded = ({ expand }: Fields) =>
  typeof expand === 'object' && Object.values(expand).includes('latest_charge.refunds');

function metadataIn({ metadata }: Fields): Record<string, string> {
  if (typeof metadata !== 'object') return {};
  return Object.fromEntries(
    Object.entries(metadata).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}
