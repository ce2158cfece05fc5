import type { ExportFormat, ExportSubject } from '#contract/admin/exports.ts';
import type { ExportInterval } from '#contract/admin/scheduled-exports.ts';
import { t } from '#contract/i18n/t.ts';
import { LOCALE } from '#web/base/i18n/language.ts';

/** The labels of what can be exported. */
export const SUBJECTS: Record<ExportSubject, { label: string; about: string }> = {
  listings: {
    label: t('Listings'),
    about: t('Every listing in any state, with its contact details, owner and source.'),
  },
  accounts: { label: t('Accounts'), about: t('Every account with its email address. Passwords aren’t included.') },
  payments: {
    label: t('Payments'),
    about: t('Every order in cents, with its state, receipt number and card’s last four digits.'),
  },
  claims: { label: t('Claims'), about: t('Every claim, with what the claimant wrote and the decision.') },
  reports: { label: t('Reports'), about: t('Every report of the past year, with its outcome.') },
  audit: {
    label: t('Audit log'),
    about: t('Everything that was done: who did it, in which role, why, and what it changed.'),
  },
  searches: {
    label: t('Searches without results'),
    about: t('Every search without results of the past 90 days, by day, words and place, without who searched.'),
  },
};

/** The labels of the formats. */
export const FORMATS: Record<ExportFormat, string> = {
  csv: t('CSV, for spreadsheets'),
  jsonl: t('JSON lines, for programs'),
};

/** How often an export is made. */
export const INTERVALS: Record<ExportInterval, string> = {
  day: t('Every day'),
  week: t('Every Monday'),
  month: t('On the first of every month'),
};

/** '3 AM', for an hour of the day. */
export const formatHour = (hour: number) => hourFormat.format(Date.UTC(2000, 0, 1, hour));

const hourFormat = new Intl.DateTimeFormat(LOCALE, { hour: 'numeric', timeZone: 'UTC' });
