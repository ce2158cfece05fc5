// No zod here: the checkout ships this file.
import { defineMessage } from '#contract/i18n/t.ts';
import type { Plan } from './plans.ts';

/** What a listing without a street has in place of it: see `ListingSpot`. */
export const MAP_PIN = defineMessage('Map pin');

const FREE_FEATURES = [defineMessage('Basic listing'), defineMessage('Contact information')];

const ENHANCED_FEATURES = [
  defineMessage('Featured placement in your city, ZIP code and category'),
  defineMessage('Your logo and up to 3 business images'),
  defineMessage('A link to your website'),
  MAP_PIN,
  defineMessage('Social links'),
  defineMessage('Basic analytics'),
];

const PREMIUM_FEATURES = [
  defineMessage('Top placement'),
  defineMessage('DoFollow link'),
  MAP_PIN,
  defineMessage('Promotional headline'),
  defineMessage('Schema and FAQ voice search'),
  defineMessage('Tags'),
  defineMessage('Review snippet'),
  defineMessage('Social links'),
  defineMessage('Basic analytics'),
  defineMessage('Logo and up to 3 business images'),
];

/** What a listing gets at each level, as the checkout lists it. */
export const PLAN_FEATURES: Record<Plan['level'], readonly string[]> = {
  free: FREE_FEATURES,
  enhanced: ENHANCED_FEATURES,
  premium: PREMIUM_FEATURES,
};
