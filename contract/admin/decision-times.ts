import { z } from '#contract/zod.ts';

/** The queues whose decisions are timed. */
export const TIMED_QUEUES = ['conversations', 'reviews', 'appeals'] as const;
export type TimedQueue = (typeof TIMED_QUEUES)[number];

/** The decisions of a queue in the past 90 days. */
export const decisionTimesSchema = z.object({
  queue: z.enum(TIMED_QUEUES),
  decided: z.number().int(),
  /** Half of them took no longer. Null without any. */
  medianMinutes: z.number().int().nullable(),
  /** How many were decided after the time that was promised. */
  late: z.number().int(),
});
export type DecisionTimes = z.infer<typeof decisionTimesSchema>;
