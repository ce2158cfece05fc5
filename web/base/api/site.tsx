import { createContext, type ReactNode, useContext } from 'react';
import type { Site } from '#contract/site.ts';

const SiteContext = createContext<Site | null>(null);

export function SiteProvider({ site, children }: { site: Site; children: ReactNode }) {
  return <SiteContext value={site}>{children}</SiteContext>;
}

/** Whether third-party scripts are configured, which need the consent of the visitor. */
export const hasThirdParties = ({ measurementId, adsClientId }: Site) => (measurementId ?? adsClientId) !== null;

/** The configuration of the site: name, origin, operator and so on. */
export function useSite(): Site {
  const site = useContext(SiteContext);
  if (!site) throw new Error('SiteProvider is missing');
  return site;
}
