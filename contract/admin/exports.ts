import { z } from '#contract/zod.ts';
import type { Permission } from './roles.ts';

/** What can be exported whole, and the permission that it takes. All of it has personal data. */
export const EXPORT_SUBJECTS = {
  listings: 'listings',
  accounts: 'accounts',
  payments: 'payments',
  claims: 'claims',
  reports: 'reports',
  audit: 'audit-log',
} as const satisfies Record<string, Permission>;
export type ExportSubject = keyof typeof EXPORT_SUBJECTS;

/** CSV with a heading for spreadsheets, or a JSON object on each line for programs. */
export const EXPORT_FORMATS = ['csv', 'jsonl'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** `GET /api/admin/exports/{subject}`. */
export const exportQuerySchema = z.object({ format: z.enum(EXPORT_FORMATS).default('csv') });
