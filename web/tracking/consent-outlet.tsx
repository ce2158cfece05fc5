import { useEffect, useState } from 'react';

/**
 * Where visitors are asked about third parties, on sites that have some: early for the keyboard, and read out when it is
 * filled. What asks, and all that a yes leads to, is loaded once the page runs.
 */
export function ConsentOutlet() {
  const [loaded, setLoaded] = useState<typeof import('./third-parties.tsx')>();
  useEffect(() => {
    // Without the module no consent is asked for and no third party is loaded.
    import('./third-parties.tsx').then(setLoaded, () => {});
  }, []);
  return <div aria-live="polite">{loaded && <loaded.ThirdParties />}</div>;
}
