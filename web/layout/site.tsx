import { createContext, type ReactNode, useContext } from 'react';
import type { Site } from '#contract/site.ts';

const SiteContext = createContext<Site | null>(null);

export function SiteProvider({ site, children }: { site: Site; children: ReactNode }) {
  return <SiteContext value={site}>{children}</SiteContext>;
}

/** Whether other companies' code is configured, which visitors have to agree to. */
export const hasThirdParties = ({ measurementId, adsClientId }: Site) => (measurementId ?? adsClientId) !== null;

/** The site's name, address and operator. */
export function useSite(): Site {
  const site = useContext(SiteContext);
  if (!site) throw new Error('SiteProvider is missing');
  return site;
}
