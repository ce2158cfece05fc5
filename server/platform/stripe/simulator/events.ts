import type Stripe from 'stripe';
import { newId, nowSeconds } from './object-ids.ts';

/** The object of each type of event. */
type EventObjects = { [Event in Stripe.Event as Event['type']]: Event['data']['object'] };
export type EventType = keyof EventObjects;

/** Stores an event, and emits it when the transaction has committed. */
export type EmitEvent = <Type extends EventType>(type: Type, object: EventObjects[Type]) => Promise<void>;

/** An event, which contains the object in its state at that time. */
export const makeEvent = (
  type: EventType,
  object: EventObjects[EventType],
  request: Stripe.Event.Request,
  apiVersion: string | null,
): Stripe.EventBase => ({
  id: newId('evt'),
  object: 'event',
  api_version: apiVersion,
  created: nowSeconds(),
  data: { object },
  livemode: false,
  pending_webhooks: 1,
  request,
  type,
});
