import { idSchema } from '#contract/api.ts';
import { z } from '#contract/zod.ts';
import type { Permission } from './roles.ts';

/** What can be exported whole, and the permission that it takes. All of it has personal data, except for the searches. */
export const EXPORT_SUBJECTS = {
  listings: 'listings',
  accounts: 'accounts',
  payments: 'payments',
  claims: 'claims',
  reports: 'reports',
  audit: 'audit-log',
  searches: 'overview',
} as const satisfies Record<string, Permission>;
export type ExportSubject = keyof typeof EXPORT_SUBJECTS;

/** CSV with a heading for spreadsheets, or a JSON object on each line for programs. */
export const EXPORT_FORMATS = ['csv', 'jsonl'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** `GET /api/admin/exports/{subject}`. */
export const exportQuerySchema = z.object({ format: z.enum(EXPORT_FORMATS).default('csv') });

/** How long the file of everything is kept, in hours. */
export const ARCHIVE_HOURS = 24;

/** `GET /api/admin/archives`: zips of all exports, the newest first. */
export const dataArchiveSchema = z.object({
  id: z.number().int(),
  state: z.enum(['running', 'ready', 'failed']),
  /** Rows that were written, of how many. */
  done: z.number().int(),
  total: z.number().int(),
  /** Of the finished file. */
  bytes: z.number().int().nullable(),
  /** Why it failed. */
  message: z.string().nullable(),
  /** The username of who had it made; null if that account is deleted. */
  by: z.string().nullable(),
  createdAt: z.string(),
  /** When its file is deleted; null while there is none. */
  expiresAt: z.string().nullable(),
});
export type DataArchive = z.infer<typeof dataArchiveSchema>;

export const archiveIdSchema = z.object({ id: idSchema });
