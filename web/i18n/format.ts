import { LOCALE } from './language.ts';

const numberFormat = /* @__PURE__ */ new Intl.NumberFormat(LOCALE);

/** A number with its separators: '1,234.5'. */
export const formatNumber = (number: number): string => numberFormat.format(number);

const lists = {
  conjunction: /* @__PURE__ */ new Intl.ListFormat(LOCALE),
  disjunction: /* @__PURE__ */ new Intl.ListFormat(LOCALE, { type: 'disjunction' }),
};

/** The items of a list in a sentence: 'a, b, and c'; a disjunction has 'or'. */
export const formatList = (items: Iterable<string>, type: keyof typeof lists = 'conjunction'): string =>
  lists[type].format(items);

const currencyFormat = /* @__PURE__ */ new Intl.NumberFormat(LOCALE, { style: 'currency', currency: 'USD' });

/** An amount of dollars: '$1,234.50'. */
export const formatDollars = (dollars: number): string => currencyFormat.format(dollars);
