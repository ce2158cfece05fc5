import { defineMessage, t } from './t.ts';

// No zod here: public pages ship this file.

const LOCATION_LABELS: Record<number, string> = {
  1: 'Los Angeles',
  2: 'San Diego',
  3: defineMessage('Orange County'),
  9: 'Riverside',
};

/** The short label of a listing's location, as cards show it (docs/product.md, Area). */
export const getLocationLabel = (locationId: number) => LOCATION_LABELS[locationId] ?? t('Southern California');
