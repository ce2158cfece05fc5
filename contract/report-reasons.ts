// Without the form's schema: the administrator's page of reports ships this file and no zod.

/** The reasons for a report, and their labels in the form. */
export const REPORT_REASONS = {
  closed: 'The business has closed or moved',
  wrong: 'Something in it is wrong',
  duplicate: 'It is listed twice',
  spam: 'It is spam',
  scam: 'It is a scam or dangerous',
  offensive: 'It is offensive',
  other: 'Something else',
} as const;
export type ReportReason = keyof typeof REPORT_REASONS;
