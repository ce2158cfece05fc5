import { isDeepStrictEqual } from 'node:util';
import { t } from '#contract/i18n/t.ts';
import type { ListingFields, ListingFormValues } from '#contract/listing-form.ts';
import { type BranchChanges, toPhoneDigits } from '#contract/ownership/branch-edits.ts';
import { readPhone } from '#contract/values/phone.ts';
import { Invalid } from '#server/platform/http/errors.ts';

/** Values of a listing's form by the names of fields, as JSON has them. */
export type FormPart = Record<string, unknown>;

/**
 * The form of a branch with the changes. What it lacked before does not keep its owner from changing other things, so the rest of it is not
 * validated again.
 * @throws {Invalid} when it has no telephone number of which digits would stay
 */
export function applyChanges(form: ListingFormValues, { phone, ...changes }: BranchChanges): ListingFields {
  const changed = { ...form, ...changes, ...(phone !== undefined && { phone: applyPhonePattern(phone, form.phone) }) };
  return { tagIds: [], ...changed } as unknown as ListingFields;
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
