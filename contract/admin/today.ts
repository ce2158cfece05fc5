import { z } from '#contract/zod.ts';

/** The queues of work that people do, in the order in which `/admin` shows them. */
export const QUEUES = [
  'reports',
  'suggested-edits',
  'approvals',
  'licenses',
  'claims',
  'objections',
  'matches',
  'messages',
  'conversations',
  'reviews',
  'refund-requests',
  'disputes',
  'imports',
  'failed-mails',
  'failed-jobs',
  'searches',
] as const;
export type Queue = (typeof QUEUES)[number];

/** What waits in a queue. */
export const waitingSchema = z.object({
  queue: z.enum(QUEUES),
  count: z.number().int(),
  /** Since when the oldest waits; null when nothing does, or when age says nothing. */
  since: z.string().nullable(),
});
export type Waiting = z.infer<typeof waitingSchema>;

/** `GET /api/admin/today`: every queue that the role of the user may see, also the empty ones. */
export const todaySchema = z.object({ queues: z.array(waitingSchema) });
export type Today = z.infer<typeof todaySchema>;
