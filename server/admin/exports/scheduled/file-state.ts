import type { ExportFile } from '#contract/admin/scheduled-exports.ts';

/** After this time a file that is not complete counts as given up: its process has ended. */
export const STALE_HOURS = 6;

/** Presents the state of a file. */
export function toFileState({
  finished_at,
  failure,
  started_at,
}: {
  finished_at: Date | null;
  failure: string | null;
  started_at: Date;
}): ExportFile['state'] {
  if (finished_at) return 'complete';
  return failure !== null || Date.now() - started_at.getTime() > STALE_HOURS * 3_600_000 ? 'failed' : 'making';
}
