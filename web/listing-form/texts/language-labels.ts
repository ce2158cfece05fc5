import type { Language } from '#contract/i18n/languages.ts';
import { t } from '#contract/i18n/t.ts';

/** The languages that a listing can be written in, as these pages call them. */
export const LANGUAGE_LABELS: Record<Language, string> = { en: t('English'), es: t('Spanish') };
