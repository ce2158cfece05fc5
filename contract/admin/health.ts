import { z } from '#contract/zod.ts';

/** What an operator sets up before the site is public. */
export const SETUP_STEPS = ['name', 'address', 'mailbox', 'profiles', 'payments', 'mail', 'backups'] as const;
export type SetupStep = (typeof SETUP_STEPS)[number];

/** `GET /api/admin/site`: whether the site is a copy that was restored from a backup, and what is not set up yet. */
export const siteStateSchema = z.object({
  /** Null for those who cannot change the settings. */
  notSetUp: z.array(z.enum(SETUP_STEPS)).nullable(),
  /** When, and from which backup; null for the site itself. */
  restored: z.object({ at: z.string(), backup: z.string() }).nullable(),
});
export type SiteState = z.infer<typeof siteStateSchema>;

/** What a check of the deployment found, in one line. */
const findingSchema = z.object({
  /** What was checked: a word or two, such as 'Database'. */
  subject: z.string(),
  state: z.enum(['ok', 'warning', 'error']),
  /** What is so, and if it is not right how to mend it: whole sentences without secrets. */
  text: z.string(),
});
export type Finding = z.infer<typeof findingSchema>;

/** `GET /api/admin/health`: what `npm run doctor` finds, at most a minute old. */
export const healthSchema = z.object({ checkedAt: z.string(), findings: z.array(findingSchema) });
export type Health = z.infer<typeof healthSchema>;

/** `GET /api/admin/mail`: emails in the queue that were not sent yet or were given up. */
export const mailBacklogSchema = z.object({
  /** How many wait for their first or next attempt. */
  waiting: z.number().int(),
  /** When the oldest of them was queued; null when none waits. */
  waitingSince: z.string().nullable(),
  /** The emails that were given up in the past 14 days. */
  givenUp: z.number().int(),
});
export type MailBacklog = z.infer<typeof mailBacklogSchema>;
