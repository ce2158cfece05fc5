import { defineMessage } from '#contract/i18n/t.ts';
import { z } from '#contract/zod.ts';

/**
 * The push services of browsers: Chrome, Edge and Samsung Internet use Google's, Firefox Mozilla's, Safari Apple's. The site sends
 * requests to these hosts only.
 */
const PUSH_HOSTS =
  /^(?:fcm\.googleapis\.com|updates\.push\.services\.mozilla\.com|[a-z0-9-]+\.push\.apple\.com|[a-z0-9-]+\.notify\.windows\.com)$/;

const isPushService = (endpoint: string) => {
  const { protocol, host, username } = new URL(endpoint);
  return protocol === 'https:' && PUSH_HOSTS.test(host) && username === '';
};

/** `PUT /api/user/push-subscription`: what `PushSubscription.toJSON()` returns (https://www.w3.org/TR/push-api/). */
export const pushSubscriptionSchema = z.object({
  endpoint: z
    .url(defineMessage('This is no address.'))
    .max(1000, defineMessage('This address is too long.'))
    .refine(
      (endpoint) => URL.canParse(endpoint) && isPushService(endpoint),
      defineMessage('We don’t know the push service of this browser.'),
    ),
  keys: z.object({
    /** The public key of the browser, an uncompressed point of P-256 as base64url. */
    p256dh: z.string().regex(/^B[\w-]{86}$/),
    /** 16 random bytes as base64url. */
    auth: z.string().regex(/^[\w-]{22}$/),
  }),
});
export type PushSubscriptionInput = z.infer<typeof pushSubscriptionSchema>;

/** `GET /api/user/push-subscription`. */
export const pushStatusSchema = z.object({
  /** The key of the site that browsers subscribe with (VAPID, RFC 8292), as base64url. */
  publicKey: z.string(),
  /** Where messages to the browser of this session go; null while they are off. */
  endpoint: z.string().nullable(),
});
export type PushStatus = z.infer<typeof pushStatusSchema>;

/** What the service worker receives. */
export interface PushMessage {
  title: string;
  body: string;
  /** The path of the page that the message opens. */
  path: string;
}
