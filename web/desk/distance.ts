const FEET_PER_METER = 3.281;
const FEET_PER_MILE = 5280;

/** A distance between two listings: '120 ft apart', '1.4 mi apart'. */
export function formatDistance(meters: number): string {
  const feet = meters * FEET_PER_METER;
  return feet < 1000 ? `${Math.round(feet / 10) * 10} ft apart` : `${(feet / FEET_PER_MILE).toFixed(1)} mi apart`;
}
