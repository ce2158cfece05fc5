import { LANGUAGES } from '#contract/i18n/languages.ts';
import type { ListingFields } from '#contract/listing-form.ts';
import type { ChosenName } from '#server/accounts/names/reserved-names.ts';

/** The names that a form gives a listing, in all languages. */
export const toChosenNames = (
  { title, businessName, translations }: Pick<ListingFields, 'title' | 'businessName' | 'translations'>,
  accountId: number,
  earlier?: { title: string | null; business_name: string | null },
): ChosenName[] => [
  { name: title, path: 'title', accountId, earlier: earlier?.title },
  { name: businessName, path: 'businessName', accountId, earlier: earlier?.business_name },
  ...LANGUAGES.map((language) => ({
    ...{ name: translations[language]?.title, path: `translations.${language}.title`, accountId },
    earlier: earlier?.title,
  })),
];
