import type { Intent, StripeObject } from './objects.ts';

/** What is answered: a status and an object, or `{ error }` in Stripe's shape. */
export interface Answer {
  status: number;
  body: object;
}

/** Writes down that something happened, and tells it when that is committed. */
export type Tell = (type: string, object: StripeObject) => Promise<void>;

/** Without what only we keep. */
export function shown({ simulated_card: _card, ...intent }: Intent): StripeObject {
  return intent;
}

export const ok = (body: object): Answer => ({ status: 200, body });

export const failure = (status: number, type: string, message: string, param?: string, more: object = {}): Answer => ({
  status,
  body: { error: { type, message, ...(param && { param }), ...more } },
});

export const missing = (kind: string, id: string) =>
  failure(404, 'invalid_request_error', `No such ${kind}: '${id}'`, 'intent', { code: 'resource_missing' });

export const unknownUrl = ({ method, path }: { method: string; path: string }) =>
  failure(404, 'invalid_request_error', `Unrecognized request URL (${method}: ${path}).`);

export const unexpectedState = (intent: Intent) =>
  failure(400, 'invalid_request_error', `This PaymentIntent's status is ${intent.status}.`, undefined, {
    code: 'payment_intent_unexpected_state',
    payment_intent: shown(intent),
  });
