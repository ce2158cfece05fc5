// No zod here: the checkout ships this file.
import type { Plan } from '#contract/plans.ts';

const FREE_FEATURES = ['Basic listing', 'Contact information'];

const ENHANCED_FEATURES = [
  'Featured placement in your city, ZIP code and category',
  'Your logo and up to 3 business images',
  'A link to your website',
  'Map pin',
  'Social links',
  'Basic analytics',
];

const PREMIUM_FEATURES = [
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

/** What a listing gets at each level, as the checkout lists it. */
export const PLAN_FEATURES: Record<Plan['level'], readonly string[]> = {
  free: FREE_FEATURES,
  enhanced: ENHANCED_FEATURES,
  premium: PREMIUM_FEATURES,
};
