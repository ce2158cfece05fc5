import type { Language } from '#contract/i18n/languages.ts';
import type { WorkQueue } from '#server/platform/jobs/queue.ts';

/** What a job does for a member of the staff: carries out a bulk action, or undoes it. */
export interface BulkWork {
  actionId: number;
  isUndo: boolean;
  by: number;
  /** Of what the staff reads: which listings were refused, and why. */
  language: Language;
}

/** The queue of bulk actions with many listings. */
export type BulkQueue = Pick<WorkQueue<BulkWork>, 'add'>;
