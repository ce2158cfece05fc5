import { createHash } from 'node:crypto';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { DB } from '#server/db/schema.ts';
import { type Card, faceOf, fateOf } from './cards.ts';
import { type Fields, readForm } from './form-encoding.ts';
import {
  chargeIntent,
  type Face,
  find,
  type Intent,
  keep,
  keepEvent,
  list,
  makeIntent,
  refundCharge,
  type StripeCharge,
  type StripeObject,
} from './objects.ts';

/** What stands in for Stripe on a site without an account there: its HTTP for what we use, and what its page scripts do. */
export interface Simulator {
  /** Answers a request of the SDK as `api.stripe.com` would (https://docs.stripe.com/api). */
  fetch(url: string, init: { method?: string; body?: string; headers?: HeadersInit }): Promise<Response>;
  /** The browser's: charges the card, or asks its holder first, or says what is wrong with it. */
  confirm(intentId: string, clientSecret: string, card: Card): Promise<Answer>;
  /** The browser's: the holder agreed, or did not. */
  authenticate(intentId: string, clientSecret: string, agreed: boolean): Promise<Answer>;
}

/** What is answered: a status and an object, or `{ error }` in Stripe's shape. */
export interface Answer {
  status: number;
  body: object;
}

const MOST_ROWS = 100;
// As many as Stripe holds in what it expands.
const MOST_EXPANDED = 10;

/**
 * The simulator keeps its objects in the database, as Stripe keeps its own: a payment outlives a restart, and all
 * processes of the site see the same ones.
 * @param happened hears every event after it was committed, to be sent to the webhook
 */
export function createSimulator(db: Kysely<DB>, happened: (event: StripeObject) => void): Simulator {
  /** Runs what changes something, all of it or nothing, and tells what happened. */
  async function change(work: (trx: Transaction<DB>, tell: Tell) => Promise<Answer>): Promise<Answer> {
    const events: StripeObject[] = [];
    const answer = await db.transaction().execute((trx) =>
      work(trx, async (type, object) => {
        events.push(await keepEvent(trx, type, object));
      }),
    );
    for (const event of events) happened(event);
    return answer;
  }

  const changeOf = (request: ApiRequest) => {
    const [, resource, id, act] = request.path.split('/').slice(1);
    if (resource === 'payment_intents' && id === undefined) return createIntent;
    if (resource === 'payment_intents' && act === 'cancel') return cancelIntent;
    if (resource === 'refunds' && id === undefined) return createRefund;
    return undefined;
  };

  async function answer(request: ApiRequest): Promise<Answer> {
    if (!request.authorized) return failure(401, 'invalid_request_error', 'Invalid API Key provided.');
    if (request.method === 'GET') return read(db, request);
    const act = changeOf(request);
    if (!act) return unknownUrl(request);
    return change((trx, tell) => once(trx, request, () => act(trx, request, tell)));
  }

  return {
    async fetch(url, { method = 'GET', body = '', headers }) {
      const { pathname, search } = new URL(url);
      const given = new Headers(headers);
      const { status, body: answered } = await answer({
        method,
        path: pathname,
        fields: readForm(method === 'GET' ? search.slice(1) : body),
        text: body,
        key: given.get('idempotency-key'),
        authorized: given.get('authorization') === `Bearer ${SIMULATED_KEY}`,
      });
      return Response.json(answered, { status, headers: { 'stripe-version': given.get('stripe-version') ?? '' } });
    },

    confirm: (intentId, clientSecret, card) =>
      change(async (trx, tell) => {
        const intent = await find<Intent>(trx, 'payment_intent', intentId, { lock: true });
        if (!intent || intent.client_secret !== clientSecret) return missing('payment_intent', intentId);
        if (intent.status === 'succeeded' || intent.status === 'canceled') return unexpectedState(intent);
        const fate = fateOf(card);
        if (fate === 'pays') return pay(trx, intent, faceOf(card), tell);
        if (fate === 'asks') {
          const waiting = {
            ...intent,
            status: 'requires_action',
            next_action: { type: 'use_stripe_sdk', use_stripe_sdk: { type: 'three_d_secure_redirect' } },
            simulated_card: faceOf(card),
          } as const;
          await tell('payment_intent.requires_action', await keep(trx, waiting));
          return ok(shown(waiting));
        }
        const { code, declineCode, message } = fate;
        return refuse(trx, intent, { code, message, ...(declineCode && { decline_code: declineCode }) }, tell);
      }),

    authenticate: (intentId, clientSecret, agreed) =>
      change(async (trx, tell) => {
        const intent = await find<Intent>(trx, 'payment_intent', intentId, { lock: true });
        if (!intent || intent.client_secret !== clientSecret) return missing('payment_intent', intentId);
        if (intent.status !== 'requires_action' || !intent.simulated_card) return unexpectedState(intent);
        if (agreed) return pay(trx, intent, intent.simulated_card, tell);
        const code = 'payment_intent_authentication_failure';
        const message = 'We could not confirm that this is your card. Please choose another one and try again.';
        return refuse(trx, intent, { code, message }, tell);
      }),
  };
}

/** The key that the SDK is given for the simulator. */
export const SIMULATED_KEY = 'sk_test_simulated';

type Tell = (type: string, object: StripeObject) => Promise<void>;

interface ApiRequest {
  method: string;
  path: string;
  fields: Fields;
  text: string;
  key: string | null;
  authorized: boolean;
}

async function read(db: Kysely<DB>, request: ApiRequest): Promise<Answer> {
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
async function once(
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

async function pay(trx: Transaction<DB>, waiting: Intent, card: Face, tell: Tell) {
  const { intent, charge } = chargeIntent(waiting, card);
  await keep(trx, charge);
  await keep(trx, intent);
  await tell('charge.succeeded', charge);
  await tell('payment_intent.succeeded', shown(intent));
  return ok(shown(intent));
}

async function refuse(trx: Transaction<DB>, intent: Intent, error: { code: string; message: string }, tell: Tell) {
  const refused = await keep(trx, {
    ...intent,
    status: 'requires_payment_method',
    last_payment_error: { type: 'card_error', ...error },
    next_action: null,
    simulated_card: null,
  } as const);
  await tell('payment_intent.payment_failed', shown(refused));
  return failure(402, 'card_error', error.message, undefined, { ...error, payment_intent: shown(refused) });
}

/** Without what only we keep. */
function shown({ simulated_card: _card, ...intent }: Intent): StripeObject {
  return intent;
}

const isExpanded = ({ expand }: Fields) =>
  typeof expand === 'object' && Object.values(expand).includes('latest_charge.refunds');

function metadataIn({ metadata }: Fields): Record<string, string> {
  if (typeof metadata !== 'object') return {};
  return Object.fromEntries(
    Object.entries(metadata).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

const ok = (body: object): Answer => ({ status: 200, body });

const failure = (status: number, type: string, message: string, param?: string, more: object = {}): Answer => ({
  status,
  body: { error: { type, message, ...(param && { param }), ...more } },
});

const missing = (kind: string, id: string) =>
  failure(404, 'invalid_request_error', `No such ${kind}: '${id}'`, 'intent', { code: 'resource_missing' });

const unknownUrl = ({ method, path }: ApiRequest) =>
  failure(404, 'invalid_request_error', `Unrecognized request URL (${method}: ${path}).`);

const unexpectedState = (intent: Intent) =>
  failure(400, 'invalid_request_error', `This PaymentIntent's status is ${intent.status}.`, undefined, {
    code: 'payment_intent_unexpected_state',
    payment_intent: shown(intent),
  });
