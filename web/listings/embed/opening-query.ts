import type { OpeningState } from '#contract/hours/opening-hours.ts';
import { encodePath } from '#web/base/api/api-path.ts';
import { read } from '#web/base/api/query-options.ts';

/** Whether a business is open now, by the clock of the server. A frame without it shows the rest. */
export const openingQuery = (id: string) => ({
  ...read<{ state: OpeningState | null }>(encodePath`/api/ads/${id}/opening`),
  throwOnError: false,
});
