/**
 * Why a visitor reports a listing, and how the form says it. Apart from the form's schema, so that who only reads reports
 * can do without it.
 */
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
