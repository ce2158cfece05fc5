import type { WorkQueue } from '#server/platform/jobs/queue.ts';

/** The queue whose jobs send for a while what is being sent. */
export type AnnouncementQueue = Pick<WorkQueue<object>, 'add'>;
