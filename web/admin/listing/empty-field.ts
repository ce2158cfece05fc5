import type { ListingFieldName } from '#contract/listing-fields/listing-fields.ts';
import type { ListingForm } from '#contract/listing-form.ts';
import { diffFields } from '#web/owner-listings/form-diff.ts';

/** Whether a field of a listing says nothing. */
export const isEmptyField = (form: ListingForm, name: ListingFieldName): boolean =>
  !diffFields(form, { ...form, [name]: undefined }).includes(name);
