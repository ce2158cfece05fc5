import { type Hours, type ListingForm, type ListingFormValues, SOCIAL_PLATFORMS } from '#contract/listing-form.ts';
import { openingHours } from '../opening-hours/opening-hours.ts';

/** A field of a listing's form. */
export type FieldName = keyof ListingFormValues;

/** What each field is called, in the form's order. */
export const FIELD_LABELS: Record<FieldName, string> = {
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
export function diffFields(one: ListingForm, other: ListingForm): FieldName[] {
  const names = Object.keys(FIELD_LABELS) as FieldName[];
  return names.filter((name) => canonicalize(one[name]) !== canonicalize(other[name]));
}

/** The newer form, with what was changed from `base` on in `mine`. */
export function rebaseForm(newer: ListingForm, { base, mine }: { base: ListingForm; mine: ListingForm }): ListingForm {
  const changed = diffFields(base, mine).map((name) => [name, mine[name]]);
  return { ...newer, ...Object.fromEntries(changed) };
}

/** What a field says, in words for people; `nameOf` tells the name of a category or location. */
export function formatField(
  form: ListingForm,
  name: FieldName,
  nameOf: (field: FieldName, id: string) => string,
): string {
  const value = form[name];
  if (canonicalize(value) === '') return '(empty)';
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
      return (value as ListingFormValues['faq']).map(({ question, answer }) => `${question}\n${answer}`).join('\n\n');
    case 'review': {
      const { quote, author } = value as NonNullable<ListingFormValues['review']>;
      return `“${quote}” – ${author}`;
    }
    case 'logo':
      return pictureLabel(value as PictureValue);
    case 'photos':
      return (value as PictureValue[]).map(pictureLabel).join('\n');
    case 'premium':
      return value ? 'Yes' : 'No';
    default:
      return String(value);
  }
}

type PictureValue = { id: number; alt?: string };

const pictureLabel = ({ id, alt }: PictureValue) => alt || `Picture ${id}`;

/** A value as text, the same for all that say the same: keys in order, without what is empty. */
function canonicalize(value: unknown): string {
  if (value === undefined || value === null || value === '') return '';
  if (Array.isArray(value)) return value.length === 0 ? '' : `[${value.map(canonicalize).join()}]`;
  if (typeof value !== 'object') return JSON.stringify(value);
  const entries = Object.entries(value)
    .map(([key, part]) => [key, canonicalize(part)] as const)
    .filter(([, part]) => part !== '')
    .sort(([one], [other]) => (one < other ? -1 : 1));
  return entries.length === 0 ? '' : `{${entries.map(([key, part]) => `${key}:${part}`).join()}}`;
}
