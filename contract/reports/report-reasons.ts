// Without the form's schema: the administrator's page of reports ships this file and no zod.

/** The reasons for a report, and their labels in the form. */
export const REPORT_REASONS = {
  closed: 'The business has closed or moved',
  wrong: 'Wrong information',
  duplicate: 'Duplicate listing',
  spam: 'Spam',
  scam: 'Scam or dangerous',
  offensive: 'Offensive',
  other: 'Something else',
} as const;
export type ReportReason = keyof typeof REPORT_REASONS;
