import type { ExportFormat, ExportSubject } from '#contract/admin/exports.ts';
import type { ExportInterval } from '#contract/admin/scheduled-exports.ts';

/** What is exported, as people call it. */
export const SUBJECTS: Record<ExportSubject, { label: string; about: string }> = {
  listings: { label: 'Listings', about: 'Every listing in any state, with its contact details, owner and source.' },
  accounts: { label: 'Accounts', about: 'Every account with its email address. Passwords aren’t included.' },
  payments: {
    label: 'Payments',
    about: 'Every order in cents, with its state, receipt number and card’s last four digits.',
  },
  claims: { label: 'Claims', about: 'Every claim, with what the claimant wrote and the decision.' },
  reports: { label: 'Reports', about: 'Every report of the past year, with its outcome.' },
  audit: { label: 'Audit log', about: 'Every entry, with who acted, in which role, why, and what it changed.' },
};

/** The formats of files. */
export const FORMATS: Record<ExportFormat, string> = {
  csv: 'CSV, for spreadsheets',
  jsonl: 'JSON lines, for programs',
};

/** How often an export is made. */
export const INTERVALS: Record<ExportInterval, string> = {
  day: 'Every day',
  week: 'Every Monday',
  month: 'On the first of every month',
};

/** '3 AM', for an hour of the day. */
export const formatHour = (hour: number) => `${hour % 12 || 12} ${hour < 12 ? 'AM' : 'PM'}`;
