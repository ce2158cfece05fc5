import type { Kysely, Transaction } from 'kysely';
import type { DB } from '#server/platform/db/schema.ts';
import { listBalanceTransactions, retrieveBalance } from './balance.ts';
import { confirmSavedCard } from './confirmation.ts';
import type { EmitEvent } from './events.ts';
import {
  chargeableAmount,
  currency,
  expandable,
  integer,
  metadata,
  type OperationInput,
  object,
  oneOf,
  type Parameters,
  page,
  text,
} from './parameters.ts';
import {
  listCharges,
  listDisputes,
  listEvents,
  listRefunds,
  retrieveCharge,
  retrieveEvent,
  retrieveIntent,
  retrieveRefund,
} from './read-operations.ts';
import type { SimulatorResponse } from './responses.ts';
import {
  cancelPaymentIntent,
  createCustomer,
  createPaymentIntent,
  createRefund,
  deleteCustomer,
} from './write-operations.ts';

/** An operation of Stripe's API that the simulator has. */
export type Operation = { parameters: Parameters; required?: string[] } & (
  | { read: (db: Kysely<DB>, input: OperationInput) => Promise<SimulatorResponse> }
  | { write: (trx: Transaction<DB>, input: OperationInput, emit: EmitEvent) => Promise<SimulatorResponse> }
);

const intentExpand = expandable('latest_charge', 'latest_charge.refunds');
const chargeExpand = expandable('refunds');

/** By method and path (https://docs.stripe.com/api). */
const OPERATIONS: Record<string, Operation> = {
  'POST /v1/payment_intents': {
    required: ['amount', 'currency'],
    parameters: {
      amount: chargeableAmount,
      currency,
      description: text(1000),
      automatic_payment_methods: object({
        enabled: oneOf('true', 'false'),
        allow_redirects: oneOf('always', 'never'),
      }),
      metadata,
      customer: text(255),
      setup_future_usage: oneOf('off_session'),
      expand: intentExpand,
    },
    write: createPaymentIntent,
  },
  'POST /v1/payment_intents/:id/confirm': {
    required: ['payment_method', 'off_session'],
    parameters: { payment_method: text(255), off_session: oneOf('true') },
    write: confirmSavedCard,
  },
  'POST /v1/customers': { parameters: { metadata }, write: createCustomer },
  'DELETE /v1/customers/:id': { parameters: {}, write: deleteCustomer },
  'GET /v1/payment_intents/:id': { parameters: { expand: intentExpand }, read: retrieveIntent },
  'POST /v1/payment_intents/:id/cancel': { parameters: { expand: intentExpand }, write: cancelPaymentIntent },
  'GET /v1/charges': {
    parameters: { ...page, created: object({ gte: integer() }), payment_intent: text(255) },
    read: listCharges,
  },
  'GET /v1/charges/:id': { parameters: { expand: chargeExpand }, read: retrieveCharge },
  'POST /v1/refunds': {
    parameters: { payment_intent: text(255), charge: text(255), amount: integer({ min: 1 }), metadata },
    write: createRefund,
  },
  'GET /v1/refunds': { parameters: { ...page, charge: text(255), payment_intent: text(255) }, read: listRefunds },
  'GET /v1/refunds/:id': { parameters: {}, read: retrieveRefund },
  'GET /v1/disputes': { parameters: { ...page, charge: text(255), payment_intent: text(255) }, read: listDisputes },
  'GET /v1/balance': { parameters: {}, read: retrieveBalance },
  'GET /v1/balance_transactions': {
    parameters: { ...page, created: object({ gte: integer(), lt: integer() }), currency },
    read: listBalanceTransactions,
  },
  'GET /v1/events': { parameters: page, read: listEvents },
  'GET /v1/events/:id': { parameters: {}, read: retrieveEvent },
};

/** The operation of a request, and the id in its path; undefined if there is none. */
export function findOperation({ method, path }: { method: string; path: string }) {
  const [, version, resource, id, action] = path.split('/');
  const pattern = ['', version, resource, id && ':id', action].filter((part) => part !== undefined).join('/');
  const operation = Object.hasOwn(OPERATIONS, `${method} ${pattern}`) ? OPERATIONS[`${method} ${pattern}`] : undefined;
  return operation && { operation, id: id ?? '' };
}
