import { useEffect, useState } from 'react';

/**
 * Where the consent bar appears, for sites with third parties: early in the tab order, and read out when it appears. The bar
 * and the third-party code are loaded after hydration.
 */
export function ConsentOutlet() {
  const [loaded, setLoaded] = useState<typeof import('./third-parties.tsx')>();
  useEffect(() => {
    // If the module cannot be loaded, there is no consent bar, and no third-party script is loaded.
    import('./third-parties.tsx').then(setLoaded, () => {});
  }, []);
  return <div aria-live="polite">{loaded && <loaded.ThirdParties />}</div>;
}
