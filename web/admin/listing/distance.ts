import { t } from '#contract/i18n/t.ts';

const FEET_PER_METER = 3.281;
const FEET_PER_MILE = 5280;

/** A distance between two listings: '120 ft apart', '1.4 mi apart'. */
export function formatDistance(meters: number): string {
  const feet = meters * FEET_PER_METER;
  return feet < 1000
    ? t('{feet} ft apart', { feet: Math.round(feet / 10) * 10 })
    : t('{miles} mi apart', { miles: (feet / FEET_PER_MILE).toFixed(1) });
}
