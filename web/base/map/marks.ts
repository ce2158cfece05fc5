/** A pin or circle on the map, which no name may be below. */
export interface MapMark {
  point: { lat: number; lng: number };
  /** The radius of the covered area, in pixels. */
  radius: number;
  /** Which part of the covered area is at the point. */
  anchor: 'center' | 'bottom';
}

/** The space of a pin, which is 44 px high and above its point. */
export const PIN_MARK = { radius: 24, anchor: 'bottom' } as const;

// A name of 12 px is above its dot.
const LETTER_PX = 6.5;
const NAME_PX = { above: 20, below: 3 };

/** Whether a mark covers the name of a place, with the dot below it. All lengths are in pixels. */
export function coversName(
  { x, y, radius }: { x: number; y: number; radius: number },
  name: string,
  [dotX, dotY]: [x: number, y: number],
): boolean {
  const across = Math.max(Math.abs(x - dotX) - (name.length * LETTER_PX) / 2, 0);
  const down = Math.max(dotY - NAME_PX.above - y, y - dotY - NAME_PX.below, 0);
  return Math.hypot(across, down) < radius;
}
