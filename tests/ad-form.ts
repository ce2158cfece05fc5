import type { AdForm } from '#contract/listing-form.ts';

/** A form of a listing as it is sent, filled in but for what is optional: a plumber in Irvine. */
export const adForm = (overrides: Partial<Record<keyof AdForm, unknown>> = {}) => ({
  title: 'Golden Hour Plumbing',
  description: 'Leaks, drains and water heaters, seen to the same day.',
  businessName: 'Golden Hour Plumbing',
  address: '100 Main St',
  city: 'Irvine',
  state: 'CA',
  zipCode: '92614',
  phone: '(949) 555-0100',
  email: 'hello@golden-hour.example',
  website: '',
  categoryId: '2',
  locationId: '3',
  imageUrl: '',
  premium: false,
  socialMedia: {},
  hours: null,
  holidayNote: '',
  serviceArea: '',
  languages: [],
  yearFounded: null,
  logo: null,
  photos: [],
  ...overrides,
});
