import { idSchema } from '#contract/api.ts';
import { defineMessage } from '#contract/i18n/t.ts';
import { z } from '#contract/zod.ts';

/** What a webhook can be sent of. */
export const WEBHOOK_EVENTS = [
  'lead.created',
  'lead.message',
  'lead.answered',
  'review.published',
  'listing.published',
  'listing.changed',
  'listing.ending',
  'listing.ended',
  'payment.succeeded',
  'payment.refunded',
] as const;
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];

/** What a delivery is of: an event, or a test that the owner asked for. */
export const WEBHOOK_TYPES = [...WEBHOOK_EVENTS, 'test'] as const;
export type WebhookType = (typeof WEBHOOK_TYPES)[number];

export const MAX_WEBHOOKS = 10;

/** How often a delivery is tried, over 48 hours, before its webhook is paused. */
export const WEBHOOK_TRIES = 8;

/** How long the former secret signs too after a new one was made, in hours. */
export const SECRET_OVERLAP_HOURS = 24;

/** For how many days deliveries are kept, those that wait for a paused webhook too. */
export const DELIVERY_DAYS = 30;

/** How much of a response is kept, in characters. */
export const MAX_RESPONSE_LENGTH = 2000;

/** A webhook of the account, without its secret. Times are ISO 8601 in UTC. */
export const webhookSchema = z.object({
  id: z.number().int(),
  url: z.string(),
  events: z.array(z.enum(WEBHOOK_EVENTS)),
  createdAt: z.string(),
  /** Until when the former secret signs too; null when there is none. */
  formerSecretUntil: z.string().nullable(),
  /** Null while it is sent to. */
  pausedAt: z.string().nullable(),
  /** Who paused it: its owner, or the program after its failures. */
  pausedFor: z.enum(['owner', 'failures']).nullable(),
  /** How many deliveries were not sent yet, at most 1,000. */
  waiting: z.number().int(),
});
export type Webhook = z.infer<typeof webhookSchema>;

/** What an address has to be. */
export const WEBHOOK_URL_RULES = defineMessage(
  'Use an address that begins with https:// and that everybody on the internet can reach, on port 443 and without a password. To receive webhooks on your own computer, use a tunnel.',
);

/** `POST /api/user/webhooks`. */
export const webhookCreationSchema = z.strictObject({
  url: z
    .string()
    .trim()
    .max(500, defineMessage('Use at most 500 characters'))
    .refine((text) => /^https:\/\/[^\s]+$/i.test(text) && URL.canParse(text), WEBHOOK_URL_RULES),
  events: z
    .array(z.enum(WEBHOOK_EVENTS))
    .min(1, defineMessage('Choose at least one event'))
    .max(WEBHOOK_EVENTS.length)
    .refine((events) => new Set(events).size === events.length, defineMessage('Choose each event once')),
});
export type WebhookCreation = z.input<typeof webhookCreationSchema>;

/** The only responses that have the secret. */
export const webhookSecretSchema = z.object({ webhook: webhookSchema, secret: z.string() });
export type WebhookSecret = z.infer<typeof webhookSecretSchema>;

/** One delivery in the list of a webhook. */
export const webhookDeliverySchema = z.object({
  id: z.number().int(),
  type: z.enum(WEBHOOK_TYPES),
  occurredAt: z.string(),
  /** `failed` is a test that was not answered with success: tests are not tried again. */
  status: z.enum(['waiting', 'delivered', 'failed']),
  attempts: z.number().int(),
  /** Null unless it waits for that time. */
  nextAttemptAt: z.string().nullable(),
  /** The last attempt; null before the first. */
  attemptedAt: z.string().nullable(),
  /** Null without a response. */
  responseStatus: z.number().int().nullable(),
  responseMs: z.number().int().nullable(),
  /**
   * Why there was no response: the address is not public, its name was not found, its certificate is not valid, the connection was refused,
   * it took too long, or no connection came about.
   */
  error: z.enum(['address', 'name', 'certificate', 'refused', 'timeout', 'connection']).nullable(),
});
export type WebhookDelivery = z.infer<typeof webhookDeliverySchema>;

/** A delivery with what was sent and the beginning of what came back. */
export const webhookDeliveryDetailsSchema = webhookDeliverySchema.extend({
  /** The header `webhook-id`, the same in each attempt. */
  webhookId: z.string(),
  /** Null before the first attempt. */
  payload: z.string().nullable(),
  responseBody: z.string().nullable(),
});
export type WebhookDeliveryDetails = z.infer<typeof webhookDeliveryDetailsSchema>;

export const webhookParamsSchema = z.object({ id: idSchema });
export const webhookDeliveryParamsSchema = webhookParamsSchema.extend({ deliveryId: idSchema });
