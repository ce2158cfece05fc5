import { t } from '#contract/i18n/t.ts';

/** The heading of a page of a category when the API fails: which of its two calls did, by its path. */
export const getErrorTitle = (path = '') =>
  /\/ads(?:\?|$)/.test(path) ? t('Failed to fetch ads') : t('Category not found');
