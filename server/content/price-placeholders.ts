import type { TextIssue, TextSource } from '#contract/admin/texts.ts';
import { t } from '#contract/i18n/t.ts';
import { formatDollars, PAID_PLANS, type PlanOffer } from '#contract/plans/plans.ts';

// `{price:monthly}` is what a plan costs, `{discount:annual}` what it saves against single months.
const PLACEHOLDER = /\{(price|discount):([^{}"\\]*)\}/g;

const PLAN_IDS: readonly string[] = PAID_PLANS.map(({ id }) => id);

/** Says which placeholders for prices name a plan that does not exist. */
export const checkPrices = (markdown: string): TextIssue[] =>
  [...markdown.matchAll(PLACEHOLDER)]
    .filter(([, , plan = '']) => !PLAN_IDS.includes(plan))
    .map(({ 0: placeholder, index }) => ({
      path: 'markdown',
      line: markdown.slice(0, index).split('\n').length,
      message: t('{placeholder} names no plan. Use one of: {plans}', { placeholder, plans: PLAN_IDS.join(', ') }),
    }));

/** Whether a text has placeholders for prices. @param json a text as pages have it */
export const hasPrices = (json: string): boolean => /\{(?:price|discount):/.test(json);

/** Replaces the placeholders in a text as pages have it. @param json the text */
export const fillPrices = (json: string, offers: PlanOffer[]): string =>
  json.replaceAll(PLACEHOLDER, (_, value: string, plan: string) => {
    const offer = offers.find(({ id }) => id === plan);
    if (!offer) return t('(not on sale)');
    return value === 'price' ? formatDollars(offer.priceCents) : `${offer.discountPercent}%`;
  });

/** Whether a paragraph names what a plan costs or saves in figures, which stay as they are when the price changes. */
export const namesAmounts = ({ fields, markdown }: TextSource): boolean =>
  [...Object.values(fields), ...markdown.split('\n')].some(
    (line) => /\$\d|\d\s?%/.test(line) && /premium|enhanced|\bplan|\bmonths?\b|\bmes(es)?\b/i.test(line),
  );
