import { randomBytes } from 'node:crypto';

/** How each marker begins. */
export const MARKER_PREFIX = 'zq';

/** The markers of a claimed listing that was deleted contain this. */
export const CLAIMED = 'claimed';

/** Texts that occur nowhere else in a database. */
export function createMarkers() {
  const markers: string[] = [];
  return {
    markers,
    /** @param name letters only */
    mark(name: string): string {
      const marker = `${MARKER_PREFIX}${name}${randomBytes(4).toString('hex')}`.toLowerCase();
      markers.push(marker);
      return marker;
    },
  };
}

/** Makes a marker. */
export type Mark = ReturnType<typeof createMarkers>['mark'];

/** The account that is filled, and what makes its markers. */
export interface MarkedAccount {
  accountId: number;
  mark: Mark;
}
