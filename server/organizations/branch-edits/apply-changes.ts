import { isDeepStrictEqual } from 'node:util';
import { type Hours, WEEKDAYS } from '#contract/hours/weekly-hours.ts';
import { t } from '#contract/i18n/t.ts';
import { MAX_PHOTOS } from '#contract/listing-fields/listing-field-schemas.ts';
import type { ListingFields, ListingFormValues } from '#contract/listing-form.ts';
import { type BranchChanges, toPhoneDigits } from '#contract/ownership/branch-edits.ts';
import { readPhone } from '#contract/values/phone.ts';
import { withoutFirstCategory } from '#server/listings/fields.ts';
import { Invalid } from '#server/platform/http/errors.ts';

/** Values of a listing's form by the names of fields, as JSON has them. */
export type FormPart = Record<string, unknown>;

/**
 * The form of a branch with the changes. What it lacked before does not keep its owner from changing other things, so the rest of it is not
 * validated again.
 * @throws {Invalid} when it has no telephone number of which digits would stay, or no room for a picture
 */
export function applyChanges(
  form: ListingFormValues,
  { phone, hours, photos = [], logo, ...changes }: BranchChanges,
): ListingFields {
  if (form.photos.length + photos.length > MAX_PHOTOS)
    throw new Invalid(t('This branch has {max} photos already.', { max: MAX_PHOTOS }));
  if (logo && form.logo) throw new Invalid(t('This branch has a logo already.'));
  const week = hours ? { hours: keepUnsetDays(form.hours, hours) } : hours === null ? { hours } : {};
  const changed = {
    ...form,
    ...changes,
    ...week,
    photos: [...form.photos, ...photos],
    logo: logo ?? form.logo,
    ...(phone !== undefined && { phone: applyPhonePattern(phone, form.phone) }),
  };
  const fields = { tagIds: [], ...changed } as unknown as ListingFields;
  return changes.moreCategoryIds ? fields : { ...fields, moreCategoryIds: withoutFirstCategory(fields) };
}

/** Days that are not set stay as the branch has them. */
function keepUnsetDays(own: ListingFormValues['hours'], hours: Hours): ListingFormValues['hours'] {
  if (Object.values(hours).every((day) => day === null)) return own;
  return Object.fromEntries(WEEKDAYS.map((day) => [day, hours[day] ?? own?.[day] ?? null])) as Hours;
}

function applyPhonePattern(pattern: string, phone: string): string {
  const digits = toPhoneDigits(pattern);
  if (!digits.includes('x')) return digits;
  const own = phone === '' ? null : readPhone(phone);
  const [, number] = (own && !('fault' in own) && /^\+1(\d{10})$/.exec(own.number)) || [];
  if (number === undefined)
    throw new Invalid(t('This branch has no phone number in the United States, of which digits could stay.'));
  return [...digits].map((digit, index) => (digit === 'x' ? number[index] : digit)).join('');
}

/** Fields of a form as JSON has them. */
export const pickFields = (form: object, fields: readonly string[]): FormPart =>
  JSON.parse(JSON.stringify(Object.fromEntries(fields.map((name) => [name, (form as FormPart)[name] ?? null]))));

/** The fields in which two parts of a form differ. */
export const findDifferences = (before: FormPart, after: FormPart): string[] =>
  Object.keys(before).filter((name) => !isDeepStrictEqual(before[name], after[name]));
