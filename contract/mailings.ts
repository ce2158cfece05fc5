import { emailTokenSchema } from './accounts.ts';
import { z } from './zod.ts';

/** The emails of an account that it can turn off. */
export const mailingKindSchema = z.enum([
  'weekly-summary',
  'free-summary',
  'accuracy-check',
  'review-reply',
  'announcement',
]);
export type MailingKind = z.infer<typeof mailingKindSchema>;

/** Those that are off until somebody turns them on. */
export const OPT_IN_MAILINGS: ReadonlySet<MailingKind> = new Set(['free-summary'] as const);

/** Whether one of them is sent. `GET /api/user/mailings` returns all; `PUT` changes one. */
export const mailingSchema = z.object({ kind: mailingKindSchema, on: z.boolean() });
export type Mailing = z.infer<typeof mailingSchema>;

/** `POST /api/unsubscribe`, `POST /api/confirm-listings`: the token is in the email, and no session is needed. */
export const unsubscribeSchema = z.object({ token: emailTokenSchema });

/** `POST /api/renewals`: with `keepUp` this and the owner's other listings renew themselves from now on. */
export const renewalSchema = unsubscribeSchema.extend({ keepUp: z.boolean().default(false) });

/** The response of `POST /api/renewals`: the listing that was renewed, and its new end as ISO 8601 in UTC. */
export const renewedListingSchema = z.object({
  message: z.string(),
  listing: z.object({ id: z.number().int(), title: z.string() }),
  until: z.string(),
});
export type RenewedListing = z.infer<typeof renewedListingSchema>;
