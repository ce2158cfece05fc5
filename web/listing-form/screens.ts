import { t } from '#contract/i18n/t.ts';
import { LISTING_FIELD_NAMES, type ListingFieldName } from '#contract/listing-fields/listing-fields.ts';

/** A screen of the form of a listing, with the fields that must be valid before the next one. */
interface FormScreen {
  name: string;
  fields: readonly ListingFieldName[];
}

const WHAT_AND_WHERE: ListingFieldName[] = [
  ...([
    'title',
    'description',
    'language',
    'translations',
    'businessName',
    'address',
    'city',
    'state',
    'zipCode',
    'pin',
    'phone',
    'email',
  ] as const),
  ...(['website', 'categoryId', 'locationId'] as const),
];
const PHOTOS_AND_HOURS: ListingFieldName[] = ['logo', 'photos', 'imageUrl', 'hours', 'specialHours', 'holidayNote'];
const isElsewhere = (name: ListingFieldName) => !WHAT_AND_WHERE.includes(name) && !PHOTOS_AND_HOURS.includes(name);

/** The screens in order. Every field of a listing is on one of them. */
export const SCREENS: readonly FormScreen[] = [
  { name: t('What and where'), fields: WHAT_AND_WHERE },
  { name: t('Photos and hours'), fields: PHOTOS_AND_HOURS },
  { name: t('Look and publish'), fields: LISTING_FIELD_NAMES.filter(isElsewhere) },
];

/** Its number, from 0. */
export const LAST_SCREEN = SCREENS.length - 1;

/** The number of the first screen with a field that `isFaulty`; -1 where there is none. */
export const findFaultyScreen = (isFaulty: (name: ListingFieldName) => boolean): number =>
  SCREENS.findIndex(({ fields }) => fields.some(isFaulty));
