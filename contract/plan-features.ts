import type { Plan } from './plans.ts';

const FREE = ['Basic listing', 'Contact information'];

const ENHANCED = [
  'Featured placement in your city, ZIP code and category',
  'Your logo and up to 3 business images',
  'A link to your website',
  'Map pin',
  'Social links',
  'Basic analytics',
];

// The words of the specification's section 9.
const PREMIUM = [
  'Top placement',
  'DoFollow link',
  'Map pin',
  'Promotional headline',
  'Schema and FAQ voice search',
  'Tags',
  'Review snippet',
  'Social links',
  'Basic analytics',
  'Logo and up to 3 business images',
];

/** What a listing gets at each level, as the checkout and the rates say it. */
export const FEATURES: Record<Plan['level'], readonly string[]> = {
  free: FREE,
  enhanced: ENHANCED,
  premium: PREMIUM,
};
