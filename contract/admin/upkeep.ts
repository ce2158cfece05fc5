import { z } from '#contract/zod.ts';

/** `GET /api/admin/backups`. */
export const backupStateSchema = z.object({
  /** Whether they are made by themselves, in `BACKUP_TO`; else only by the button, in the data folder of the site. */
  isAutomatic: z.boolean(),
  /** Whether those to come are encrypted. */
  isEncrypted: z.boolean(),
  /** When the last complete one began in `BACKUP_TO`, else anywhere; null if there is none. */
  lastAt: z.string().nullable(),
  /** When the last one began that the site has at hand, to download; null if there is none. */
  downloadableAt: z.string().nullable(),
  /** When and why the last one that the site tried failed; null if one was completed since. */
  failure: z.object({ at: z.string(), cause: z.string() }).nullable(),
  isRunning: z.boolean(),
});
export type BackupState = z.infer<typeof backupStateSchema>;

/** `GET /api/admin/samples`: whether the site still has the open business data and the made-up samples of a new directory. */
export const sampleStateSchema = z.object({ areLoaded: z.boolean() });
export type SampleState = z.infer<typeof sampleStateSchema>;

/** `POST /api/admin/samples/remove`: how many listings were removed. */
export const removedSamplesSchema = z.object({ openData: z.number().int(), samples: z.number().int() });
export type RemovedSamples = z.infer<typeof removedSamplesSchema>;
