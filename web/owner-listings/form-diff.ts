import type { Hours } from '#contract/hours/weekly-hours.ts';
import type { Language } from '#contract/i18n/languages.ts';
import { t } from '#contract/i18n/t.ts';
import { LISTING_FIELD_NAMES, type ListingFieldName } from '#contract/listing-fields/listing-fields.ts';
import { SOCIAL_PLATFORMS } from '#contract/listing-fields/social-platforms.ts';
import type { ListingForm, ListingFormValues } from '#contract/listing-form.ts';
import { LANGUAGE_LABELS } from '#web/listing-form/texts/language-labels.ts';
import { formatDayHours, openingHours } from '#web/opening-hours/opening-hours.ts';
import { formatSpecialDay } from '#web/opening-hours/special-days.ts';

/** The fields in which two forms differ, in the order of the form; an empty field equals a missing one. */
export function diffFields(first: ListingForm, second: ListingForm): ListingFieldName[] {
  return LISTING_FIELD_NAMES.filter((name) => canonicalize(first[name]) !== canonicalize(second[name]));
}

/** The newer form with the changes from `base` to `mine`. */
export function rebaseForm(newer: ListingForm, { base, mine }: { base: ListingForm; mine: ListingForm }): ListingForm {
  const changed = diffFields(base, mine).map((name) => [name, mine[name]]);
  return { ...newer, ...Object.fromEntries(changed) };
}

/** A field's value as text for people; `lookUpName` returns the name of a category or location. */
export function formatField(
  form: ListingForm,
  name: ListingFieldName,
  lookUpName: (field: ListingFieldName, id: string) => string,
): string {
  const value = form[name];
  if (canonicalize(value) === '') return t('(empty)');
  switch (name) {
    case 'categoryId':
    case 'locationId':
      return lookUpName(name, String(value));
    case 'language':
      return LANGUAGE_LABELS[value as Language];
    case 'translations':
      return Object.values(value as ListingFormValues['translations'])
        .flatMap(({ title, description }) => [title, description].filter(Boolean))
        .join('\n');
    case 'hours':
      return openingHours(value as Hours)
        .map(({ day, times }) => `${day}: ${times.join(', ')}`)
        .join('\n');
    case 'specialHours':
      return (value as ListingFormValues['specialHours'])
        .map(
          ({ on, hours, reason }) =>
            `${formatSpecialDay(on)}: ${reason ? t('Closed for vacation') : formatDayHours(hours).join(', ')}`,
        )
        .join('\n');
    case 'socialMedia':
      return Object.entries(SOCIAL_PLATFORMS)
        .flatMap(([platform, label]) => {
          const url = form.socialMedia?.[platform as keyof typeof SOCIAL_PLATFORMS];
          return url ? [`${label}: ${url}`] : [];
        })
        .join('\n');
    case 'moreCategoryIds':
      return (value as number[]).map((id) => lookUpName(name, String(id))).join(', ');
    case 'languages':
    case 'tags':
      return (value as string[]).join(', ');
    case 'faq':
      return (value as ListingFormValues['faq']).map(({ question, answer }) => `${question}\n${answer}`).join('\n\n');
    case 'review': {
      const { quote, author, relationship } = value as NonNullable<ListingFormValues['review']>;
      if (!relationship || relationship === 'none') return t('“{quote}” – {author}', { quote, author });
      return t('“{quote}” – {author}, {relationship, select, rewarded {rewarded} related {related} other {employed}}', {
        quote,
        author,
        relationship,
      });
    }
    case 'logo':
      return pictureLabel(value as PictureValue);
    case 'photos':
      return (value as PictureValue[]).map(pictureLabel).join('\n');
    case 'pin': {
      const { lat, lng } = value as NonNullable<ListingFormValues['pin']>;
      return `${lat.toFixed(5)}, ${lng.toFixed(5)}`;
    }
    case 'premium':
    case 'emailShown':
    case 'serviceAreaOnly':
      return value ? t('Yes') : t('No');
    default:
      return String(value);
  }
}

type PictureValue = { id: number; alt?: string };

const pictureLabel = ({ id, alt }: PictureValue) => alt || t('Photo {number}', { number: id });

/** A value as text that is equal for equivalent values: keys are sorted, empty parts left out. */
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
