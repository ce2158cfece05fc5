import { idSchema } from '#contract/api.ts';
import { defineMessage } from '#contract/i18n/t.ts';
import { z } from '#contract/zod.ts';
import { EXPORT_FORMATS, EXPORT_SUBJECTS, type ExportSubject } from './exports.ts';

/** How often an export is made: each day, each Monday, or on the first of each month. */
export const EXPORT_INTERVALS = ['day', 'week', 'month'] as const;
export type ExportInterval = (typeof EXPORT_INTERVALS)[number];

/** The most exports that are scheduled at a time, and the most files that each keeps. */
export const MAX_EXPORT_SCHEDULES = 20;
export const MAX_EXPORT_FILES = 60;

const KEEP = defineMessage('Enter a number from 1 to {max}', { max: MAX_EXPORT_FILES });

/** `POST /api/admin/export-schedules`. The hour is that of Los Angeles. */
export const exportScheduleFormSchema = z.object({
  subject: z.enum(Object.keys(EXPORT_SUBJECTS) as [ExportSubject, ...ExportSubject[]]),
  format: z.enum(EXPORT_FORMATS),
  every: z.enum(EXPORT_INTERVALS),
  hour: z.coerce.number<number | string>().int().min(0).max(23),
  keep: z.coerce.number<number | string>({ error: KEEP }).int(KEEP).min(1, KEEP).max(MAX_EXPORT_FILES, KEEP),
});
export type ExportScheduleInput = z.input<typeof exportScheduleFormSchema>;
export type ExportScheduleForm = z.output<typeof exportScheduleFormSchema>;

const exportFileSchema = z.object({
  id: z.number().int(),
  state: z.enum(['making', 'complete', 'failed']),
  dueAt: z.string(),
  /** When the file was complete; null before. */
  finishedAt: z.string().nullable(),
  rows: z.number().int().nullable(),
  /** The size of the compressed file. */
  bytes: z.number().int().nullable(),
  failure: z.string().nullable(),
});
export type ExportFile = z.infer<typeof exportFileSchema>;

const exportScheduleSchema = exportScheduleFormSchema.extend({
  hour: z.number().int(),
  keep: z.number().int(),
  id: z.number().int(),
  createdAt: z.string(),
  /** The username; null if the account was deleted. */
  createdBy: z.string().nullable(),
  nextAt: z.string(),
  /** The files, the newest first. */
  files: z.array(exportFileSchema),
});
export type ExportSchedule = z.infer<typeof exportScheduleSchema>;

/** `GET /api/admin/export-schedules`, and the response to every change. */
export const exportSchedulesSchema = z.object({
  schedules: z.array(exportScheduleSchema),
  /** Whether `BACKUP_TO` says where files go; if not, they are on the disk of the site. */
  isPlaceSet: z.boolean(),
  /** Whether files are encrypted for the key of backups. */
  isEncrypted: z.boolean(),
});
export type ExportSchedules = z.infer<typeof exportSchedulesSchema>;

export const exportScheduleIdSchema = z.object({ id: idSchema });
