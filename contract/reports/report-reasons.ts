// Without the form's schema: the administrator's page of reports ships this file and no zod.
import { defineMessage } from '#contract/i18n/t.ts';

/** The reasons for a report, and their labels in the form. */
export const REPORT_REASONS = {
  closed: defineMessage('The business has closed or moved'),
  wrong: defineMessage('Wrong information'),
  duplicate: defineMessage('Duplicate listing'),
  spam: defineMessage('Spam'),
  scam: defineMessage('Scam or dangerous'),
  offensive: defineMessage('Offensive'),
  other: defineMessage('Something else'),
} as const;
export type ReportReason = keyof typeof REPORT_REASONS;
