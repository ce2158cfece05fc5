import { t } from '#contract/i18n/t.ts';
import type { Coupon } from '#contract/plans/coupons.ts';
import { formatDollars, PAID_PLANS, PLANS } from '#contract/plans/plans.ts';
import { LOCALE } from '#web/base/i18n/language.ts';

/** '33% off' or '$20 off'. */
export const formatOff = ({ percentOff, amountOffCents }: Pick<Coupon, 'percentOff' | 'amountOffCents'>) =>
  t('{amount} off', { amount: percentOff === null ? formatDollars(amountOffCents ?? 0) : `${percentOff}%` });

/** 'All plans', or their names. */
export const formatPlans = ({ plans }: Pick<Coupon, 'plans'>) =>
  plans.length === PAID_PLANS.length ? t('All plans') : plans.map((plan) => PLANS[plan].name).join(', ');

const dayFormat = new Intl.DateTimeFormat(LOCALE, { timeZone: 'UTC', dateStyle: 'medium' });

/** A day as '2026-12-01': 'Dec 1, 2026'. */
export const formatDay = (day: string) => dayFormat.format(Date.parse(day));

/** 'Dec 1, 2026 – Dec 31, 2026'. */
export const formatDays = ({ firstDay, lastDay }: Pick<Coupon, 'firstDay' | 'lastDay'>) =>
  `${formatDay(firstDay)} – ${formatDay(lastDay)}`;
