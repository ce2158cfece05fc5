import { z } from '#contract/zod.ts';

/** `GET /api/user/shown-emails`: how many listings of the account show their email although nobody chose so. */
export const shownEmailsSchema = z.object({ listings: z.number().int() });
export type ShownEmails = z.infer<typeof shownEmailsSchema>;

/** `POST /api/user/shown-emails`: whether these listings show their email from now on. */
export const shownEmailsChoiceSchema = z.object({ shown: z.boolean() });
