import { type StoredIntent, toPublicIntent } from './intents.ts';

/** A response: a status and an object, or `{ error }` in Stripe's shape (https://docs.stripe.com/api/errors). */
export interface SimulatorResponse {
  status: number;
  body: object;
  headers?: Record<string, string>;
}

/** The fields of an error beside its type and message. */
interface ErrorDetails {
  code?: string;
  decline_code?: string;
  param?: string;
  charge?: string;
  payment_intent?: object;
}

/** 200 with an object. */
export const ok = (body: object): SimulatorResponse => ({ status: 200, body });

export const errorResponse = (
  status: number,
  type: 'card_error' | 'idempotency_error' | 'invalid_request_error',
  message: string,
  details: ErrorDetails = {},
): SimulatorResponse => ({
  status,
  body: {
    error: {
      type,
      message,
      ...details,
      ...(details.code && { doc_url: `https://stripe.com/docs/error-codes/${details.code.replaceAll('_', '-')}` }),
    },
  },
});

/** 400: the request is wrong. */
export const invalidRequest = (message: string, details: ErrorDetails = {}) =>
  errorResponse(400, 'invalid_request_error', message, details);

/** 404: there is no object of the id in a parameter or in the path. */
export const resourceMissing = (kind: string, id: string, param: string) =>
  errorResponse(404, 'invalid_request_error', `No such ${kind}: '${id}'`, { code: 'resource_missing', param });

/** 404: no such operation. */
export const unrecognizedUrl = ({ method, path }: { method: string; path: string }) =>
  errorResponse(404, 'invalid_request_error', `Unrecognized request URL (${method}: ${path}).`);

/** 400: the state of an intent does not allow an operation. */
export const unexpectedState = (intent: StoredIntent, message = `This PaymentIntent's status is ${intent.status}.`) =>
  invalidRequest(message, { code: 'payment_intent_unexpected_state', payment_intent: toPublicIntent(intent) });
