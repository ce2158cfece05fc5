import { useEffect } from 'react';
import { MAX_STAY_SECONDS } from '#contract/limits.ts';
import { readVisitSource } from '#contract/ownership/sharing/visit-source.ts';
import { onPageVisible } from '#web/base/tracking/on-page-visible.ts';
import { getReferringPlace } from '#web/base/tracking/page-view.ts';
import { track } from '#web/base/tracking/track.ts';

/**
 * Records a view of the page of a listing, and the seconds until the visitor leaves or first hides it.
 * @param id undefined while the listing is loading
 */
export function useTrackView(id: number | undefined): void {
  useEffect(() => {
    if (id === undefined) return;
    return onPageVisible(() => {
      const since = performance.now();
      track({ kind: 'view', ad: id, from: getReferringPlace(), via: readVisitSource(location.search) });
      return () => {
        const seconds = Math.min(Math.floor((performance.now() - since) / 1000), MAX_STAY_SECONDS);
        if (seconds > 0) track({ kind: 'stay', ad: id, seconds });
      };
    });
  }, [id]);
}
