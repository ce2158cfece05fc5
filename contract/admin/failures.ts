import { LIST_LIMIT } from '#contract/api.ts';
import { z } from '#contract/zod.ts';

/** The newest of a list of failures are shown. */
export const failuresQuerySchema = z.object({
  limit: z.coerce.number().int().min(1).max(LIST_LIMIT.max).default(LIST_LIMIT.max),
});

/** An email that was given up. */
export const failedMailSchema = z.object({
  id: z.uuid(),
  to: z.string(),
  subject: z.string(),
  purpose: z.enum(['confirmation', 'reset', 'security', 'requested', 'payment', 'notice']),
  /** Of the last attempt, as the mail server says it; null for an email that an earlier release gave up. */
  error: z.string().nullable(),
  attempts: z.number().int(),
  queuedAt: z.string(),
  failedAt: z.string(),
});
export type FailedMail = z.infer<typeof failedMailSchema>;

/** A background job that failed in all of its attempts. */
export const failedJobSchema = z.object({
  id: z.uuid(),
  queue: z.string(),
  /** What the job is about: `listingId: 12`. */
  subject: z.string(),
  error: z.string().nullable(),
  attempts: z.number().int(),
  queuedAt: z.string(),
  failedAt: z.string(),
});
export type FailedJob = z.infer<typeof failedJobSchema>;

/** Which failures to act on. Those that are no longer there are ignored. */
export const failureIdsSchema = z.object({ ids: z.array(z.uuid()).min(1).max(LIST_LIMIT.max) });

/** How many failures were changed. */
export const failuresChangedSchema = z.object({ changed: z.number().int() });
export type FailuresChanged = z.infer<typeof failuresChangedSchema>;
