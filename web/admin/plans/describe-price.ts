import { t } from '#contract/i18n/t.ts';
import type { AdminPlanPrice } from '#contract/plans/plan-prices.ts';
import { formatDollars } from '#contract/plans/plans.ts';

/** '$100' or 'Off sale'. */
export const describePrice = ({ priceCents }: Pick<AdminPlanPrice, 'priceCents'>) =>
  priceCents === null ? t('Off sale') : formatDollars(priceCents);
