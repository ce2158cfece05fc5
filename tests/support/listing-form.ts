import { EMPTY_LISTING_FORM, type ListingForm } from '#contract/listing-form.ts';
import type { Visitor } from './api.ts';

/** A valid form of a listing, a plumber in Irvine, with empty optional fields. */
export const listingForm = (overrides: Partial<Record<keyof ListingForm, unknown>> = {}) => ({
  ...EMPTY_LISTING_FORM,
  title: 'Golden Hour Plumbing',
  description: 'Leaks, drains and water heaters, seen to the same day.',
  businessName: 'Golden Hour Plumbing',
  address: '100 Main St',
  city: 'Irvine',
  zipCode: '92614',
  phone: '(949) 555-0100',
  email: 'hello@golden-hour.example',
  categoryId: '2',
  locationId: '3',
  ...overrides,
});

let keyCount = 0;
/** A new value for the header `Idempotency-Key`. */
export const newIdempotencyKey = () => `form-${String(++keyCount).padStart(16, '0')}`;

/** Sends a form to `/api/ads` or `/api/drafts`, with an idempotency key if there is one. */
export const sendListingForm = (visitor: Visitor, form: object, key?: string, path = '/api/ads') =>
  visitor.send('POST', path, form, key ? { 'idempotency-key': key } : {});
