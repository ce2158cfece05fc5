import { useEffect } from 'react';
import { measure } from '../shell/measure.ts';

/**
 * Tells the API once that somebody looks at the page of this listing: not before it is in view, as in a tab that waits.
 * @param id undefined while the listing is loading
 */
export function useView(id: number | undefined): void {
  useEffect(() => {
    if (id === undefined) return;
    const tell = () => {
      if (document.visibilityState !== 'visible') return;
      document.removeEventListener('visibilitychange', tell);
      measure({ kind: 'view', ad: id });
    };
    document.addEventListener('visibilitychange', tell);
    tell();
    return () => document.removeEventListener('visibilitychange', tell);
  }, [id]);
}
