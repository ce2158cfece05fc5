import type { Finding } from '#contract/admin/health.ts';
import { defineMessage, t, translateDefined } from '#contract/i18n/t.ts';
import type { MailBudget } from '#server/platform/mail/budgets.ts';
import type { MailPurpose } from '#server/platform/mail/mailer.ts';
import { createFindings } from './finding.ts';

const { warning, error } = createFindings(() => t('Emails in this hour'));

const SHORT_FROM = 0.8;

const NAMES: Record<MailPurpose, string> = {
  confirmation: defineMessage('Confirmations of accounts'),
  reset: defineMessage('Password links'),
  security: defineMessage('Security notices'),
  requested: defineMessage('Links to addresses that visitors typed'),
  payment: defineMessage('Emails about payments'),
  notice: defineMessage('Notices'),
};

/** The budgets of emails that are nearly or wholly used. */
export const checkMailBudgets = (budgets: MailBudget[]): Finding[] =>
  budgets.flatMap(({ purpose, used, limit, isExceeded }) => {
    const name = translateDefined(NAMES[purpose]);
    if (isExceeded)
      return error(
        t('{name}: all {limit} are used, and others are withheld until the hour ends. Look who causes them.', {
          name,
          limit,
        }),
      );
    return used < limit * SHORT_FROM ? [] : warning(t('{name}: {used} of {limit} are used.', { name, used, limit }));
  });
