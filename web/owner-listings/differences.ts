import { type AdForm, type AdFormValues, type Hours, SOCIAL_PLATFORMS } from '#contract/listing-form.ts';
import { openingHours } from '../opening-hours/opening-hours.ts';

/** A field of a listing's form. */
export type FieldName = keyof AdFormValues;

/** What each field is called, in the form's order. */
export const FIELDS: Record<FieldName, string> = {
  title: 'Ad Title',
  description: 'Description',
  businessName: 'Business Name',
  address: 'Street Address',
  city: 'City',
  state: 'State',
  zipCode: 'ZIP Code',
  phone: 'Phone Number',
  email: 'Email',
  website: 'Website',
  categoryId: 'Category',
  locationId: 'Primary Location',
  imageUrl: 'Business Image URL',
  premium: 'Premium Listing',
  logo: 'Logo',
  photos: 'Pictures',
  hours: 'Opening hours',
  holidayNote: 'Holiday note',
  socialMedia: 'Social links',
  serviceArea: 'Service area',
  languages: 'Languages',
  yearFounded: 'Year founded',
  headline: 'Headline',
  tags: 'Tags',
  faq: 'Questions and answers',
  review: 'A customer’s words',
};

/** The fields in which two forms say different things; whether a field is empty or missing makes no difference. */
export function fieldsThatDiffer(one: AdForm, other: AdForm): FieldName[] {
  const names = Object.keys(FIELDS) as FieldName[];
  return names.filter((name) => said(one[name]) !== said(other[name]));
}

/** The newer form, with what was changed from `base` on in `mine`. */
export function onTopOf(newer: AdForm, { base, mine }: { base: AdForm; mine: AdForm }): AdForm {
  const changed = fieldsThatDiffer(base, mine).map((name) => [name, mine[name]]);
  return { ...newer, ...Object.fromEntries(changed) };
}

/** What a field says, in words for people; `nameOf` tells the name of a category or location. */
export function inWords(form: AdForm, name: FieldName, nameOf: (field: FieldName, id: string) => string): string {
  const value = form[name];
  if (said(value) === '') return '(empty)';
  switch (name) {
    case 'categoryId':
    case 'locationId':
      return nameOf(name, String(value));
    case 'hours':
      return openingHours(value as Hours)
        .map(({ day, times }) => `${day}: ${times.join(', ')}`)
        .join('\n');
    case 'socialMedia':
      return Object.entries(SOCIAL_PLATFORMS)
        .flatMap(([platform, label]) => {
          const address = form.socialMedia?.[platform as keyof typeof SOCIAL_PLATFORMS];
          return address ? [`${label}: ${address}`] : [];
        })
        .join('\n');
    case 'languages':
    case 'tags':
      return (value as string[]).join(', ');
    case 'faq':
      return (value as AdFormValues['faq']).map(({ question, answer }) => `${question}\n${answer}`).join('\n\n');
    case 'review': {
      const { quote, author } = value as NonNullable<AdFormValues['review']>;
      return `“${quote}” – ${author}`;
    }
    case 'logo':
      return pictureInWords(value as PictureValue);
    case 'photos':
      return (value as PictureValue[]).map(pictureInWords).join('\n');
    case 'premium':
      return value ? 'Yes' : 'No';
    default:
      return String(value);
  }
}

type PictureValue = { id: number; alt?: string };

const pictureInWords = ({ id, alt }: PictureValue) => alt || `Picture ${id}`;

/** A value as text, the same for all that say the same: keys in order, without what is empty. */
function said(value: unknown): string {
  if (value === undefined || value === null || value === '') return '';
  if (Array.isArray(value)) return value.length === 0 ? '' : `[${value.map(said).join()}]`;
  if (typeof value !== 'object') return JSON.stringify(value);
  const entries = Object.entries(value)
    .map(([key, part]) => [key, said(part)] as const)
    .filter(([, part]) => part !== '')
    .sort(([one], [other]) => (one < other ? -1 : 1));
  return entries.length === 0 ? '' : `{${entries.map(([key, part]) => `${key}:${part}`).join()}}`;
}
