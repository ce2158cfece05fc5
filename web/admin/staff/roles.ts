import type { Role } from '#contract/admin/roles.ts';
import { t } from '#contract/i18n/t.ts';

/** What each role is for, in a few words. */
export const ROLE_SUMMARIES: Record<Role, string> = {
  administrator: t('Everything, including staff, settings and the audit log.'),
  moderator: t('Listings, reports, reviews, messages and claims.'),
  support: t('Accounts and messages.'),
  finance: t('Payments and refunds.'),
  editor: t('Texts and categories.'),
};
