import { useEffect } from 'react';
import { LONGEST_STAY_SECONDS } from '#contract/event-limits.ts';
import { whenInView } from '../tracking/on-page-visible.ts';
import { cameBy } from '../tracking/page-view.ts';
import { measure } from '../tracking/track.ts';

/**
 * Counts that somebody looks at the page of this listing, and for how long until it is left or first hidden.
 * @param id undefined while the listing is loading
 */
export function useView(id: number | undefined): void {
  useEffect(() => {
    if (id === undefined) return;
    return whenInView(() => {
      const since = performance.now();
      measure({ kind: 'view', ad: id, from: cameBy() });
      return () => {
        const seconds = Math.min(Math.floor((performance.now() - since) / 1000), LONGEST_STAY_SECONDS);
        if (seconds > 0) measure({ kind: 'stay', ad: id, seconds });
      };
    });
  }, [id]);
}
