import { LOCALE } from './language.ts';
import { lazy } from './lazy.ts';

const getNumberFormat = /* @__PURE__ */ lazy(() => new Intl.NumberFormat(LOCALE));

/** A number with its separators: '1,234.5'. */
export const formatNumber = (number: number): string => getNumberFormat().format(number);

/** The items of a list in a sentence: 'a, b, and c'; a disjunction has 'or'. */
export const formatList = (items: Iterable<string>, type?: 'disjunction'): string =>
  new Intl.ListFormat(LOCALE, { type }).format(items);

const getCurrencyFormat = /* @__PURE__ */ lazy(
  () => new Intl.NumberFormat(LOCALE, { style: 'currency', currency: 'USD' }),
);

/** An amount of dollars: '$1,234.50'. */
export const formatDollars = (dollars: number): string => getCurrencyFormat().format(dollars);
