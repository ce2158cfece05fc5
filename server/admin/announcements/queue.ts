import type { WorkQueue } from '#server/platform/jobs/queue.ts';

/** The queue of announcements that are being sent. */
export type AnnouncementQueue = Pick<WorkQueue<{ announcementId: number }>, 'add'>;
