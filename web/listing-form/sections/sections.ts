import { t } from '#contract/i18n/t.ts';
import { DETAIL_FIELD_NAMES } from '#contract/listing-fields/detail-fields.ts';
import type { ListingFieldName } from '#contract/listing-fields/listing-fields.ts';
import type { ListingForm } from '#contract/listing-form.ts';

/** What a listing can have besides the specified fields, in the order of the form. */
export const SECTIONS = {
  languages: {
    title: t('Another language'),
    adds: t('Your title and description in English and Spanish.'),
    fields: ['language', 'translations'],
  },
  hours: {
    title: t('Opening hours'),
    adds: t('Your listing says whether you’re open, and searches for “open now” find it.'),
    fields: ['hours', 'specialHours', 'holidayNote'],
  },
  pictures: {
    title: t('Logo and photos'),
    adds: t('Shown on your card and your page when your listing is Premium.'),
    fields: ['logo', 'photos'],
  },
  pin: {
    title: t('Map pin'),
    adds: t('The exact spot, where your address alone would lead customers astray.'),
    fields: ['pin'],
  },
  about: {
    title: t('Service area, license and prices'),
    adds: t('Where you travel, the languages you speak, your license number and what customers usually pay.'),
    fields: ['serviceArea', 'serviceRadius', 'languages', 'yearFounded', ...DETAIL_FIELD_NAMES],
  },
  social: {
    title: t('Social links'),
    adds: t('Links to your profiles, on your page when your listing is Premium.'),
    fields: ['socialMedia'],
  },
  extras: {
    title: t('Premium extras'),
    adds: t('A headline, tags, questions with answers, and a customer’s quote, shown when your listing is Premium.'),
    fields: ['headline', 'tags', 'faq', 'review'],
  },
} as const satisfies Record<string, { title: string; adds: string; fields: readonly ListingFieldName[] }>;

/** The name of an optional section. */
export type SectionName = keyof typeof SECTIONS;

/** Every section, in the order of the form. */
export const SECTION_NAMES = Object.keys(SECTIONS) as SectionName[];

/** The sections of a listing, in the order of the form. One without a street has no pin. */
export const findSections = ({ serviceAreaOnly }: Pick<ListingForm, 'serviceAreaOnly'>): SectionName[] =>
  SECTION_NAMES.filter((name) => name !== 'pin' || !serviceAreaOnly);
