import { z } from '#contract/zod.ts';

/** A source of the reviewed list `data/sources.yaml`, and what was done with it. */
export const openDataSourceSchema = z.object({
  name: z.string(),
  title: z.string(),
  what: z.string(),
  /** How many rows are expected, in words. */
  rows: z.string(),
  license: z.string(),
  cadence: z.enum(['daily', 'weekly', 'monthly', 'quarterly', 'never']),
  page: z.string(),
  /** False where a person has to download the file from `page`, and the command imports it. */
  canDownload: z.boolean(),
  /** Whether it is imported each month. */
  isMonthly: z.boolean(),
  /** How much of a download is here, in bytes or rows; null where none runs. */
  progress: z.object({ done: z.number(), total: z.number().nullable() }).nullable(),
  /** Why the last download failed. */
  message: z.string().nullable(),
  /** The release of the last file that came: '2026-11-19.0'. */
  release: z.string().nullable(),
  /** When the last import of a download ended. */
  importedAt: z.string().nullable(),
});

/** `PUT /api/admin/open-data/{name}/schedule`. */
export const openDataScheduleSchema = z.object({ isMonthly: z.boolean() });

export type OpenDataSourceState = z.infer<typeof openDataSourceSchema>;
