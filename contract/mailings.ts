import { emailTokenSchema } from './accounts.ts';
import { z } from './zod.ts';

/** What an account is mailed again and again, until it is stopped. */
export const mailingKindSchema = z.enum(['weekly-summary']);
export type MailingKind = z.infer<typeof mailingKindSchema>;

/** One of them, and whether it is mailed. `GET /api/user/mailings` answers all; `PUT` turns one on or off. */
export const mailingSchema = z.object({ kind: mailingKindSchema, on: z.boolean() });
export type Mailing = z.infer<typeof mailingSchema>;

/** `POST /api/unsubscribe/{token}`: whoever has the mail may stop it. */
export const unsubscribeSchema = z.object({ token: emailTokenSchema });
