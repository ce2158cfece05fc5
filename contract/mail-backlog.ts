import { z } from './zod.ts';

/** `GET /api/admin/mail`: the mails of the queue that were not sent yet, or never will be. */
export const mailBacklogSchema = z.object({
  /** How many wait: for the first try, or for the next one. */
  waiting: z.number().int(),
  /** Since when the oldest of them does; null when none waits. */
  waitingSince: z.string().nullable(),
  /** How many were given up in the past 14 days. */
  givenUp: z.number().int(),
});
export type MailBacklog = z.infer<typeof mailBacklogSchema>;
