import type { PaymentIntentObject, StripeObject } from './objects.ts';

/** A response: a status and an object, or `{ error }` in Stripe's shape. */
export interface SimulatorResponse {
  status: number;
  body: object;
}

/** Stores an event, and emits it when the transaction has committed. */
export type EmitEvent = (type: string, object: StripeObject) => Promise<void>;

/** An intent without the fields that only the simulator stores. */
export function toPublicIntent({ simulated_card: _card, ...intent }: PaymentIntentObject): StripeObject {
  return intent;
}

export const ok = (body: object): SimulatorResponse => ({ status: 200, body });

export const errorResponse = (
  status: number,
  type: string,
  message: string,
  param?: string,
  more: object = {},
): SimulatorResponse => ({
  status,
  body: { error: { type, message, ...(param && { param }), ...more } },
});

export const resourceMissing = (kind: string, id: string) =>
  errorResponse(404, 'invalid_request_error', `No such ${kind}: '${id}'`, 'intent', { code: 'resource_missing' });

export const unrecognizedUrl = ({ method, path }: { method: string; path: string }) =>
  errorResponse(404, 'invalid_request_error', `Unrecognized request URL (${method}: ${path}).`);

export const unexpectedState = (intent: PaymentIntentObject) =>
  errorResponse(400, 'invalid_request_error', `This PaymentIntent's status is ${intent.status}.`, undefined, {
    code: 'payment_intent_unexpected_state',
    payment_intent: toPublicIntent(intent),
  });
