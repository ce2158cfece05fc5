import type { Language } from '#contract/i18n/languages.ts';
import type { ListingForm } from '#contract/listing-form.ts';

/** The texts in other languages after those in one were said to be in another: what was typed stays. */
export function moveTranslation(
  translations: ListingForm['translations'] = {},
  { from, to }: { from: Language; to: Language },
): NonNullable<ListingForm['translations']> {
  const { [from]: moved, ...rest } = translations;
  return moved ? { ...rest, [to]: moved } : rest;
}
