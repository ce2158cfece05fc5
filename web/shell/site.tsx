import { createContext, type ReactNode, useContext } from 'react';

/** What the operator has set about the site; the same for every visitor. */
export interface Site {
  name: string;
  /** Scheme and host, such as `https://example.com`: for canonical URLs. */
  origin: string;
  operator: string;
  postalAddress: string;
  /** The mailbox that visitors may write to. */
  supportEmail: string;
}

const SiteContext = createContext<Site | null>(null);

export function SiteProvider({ site, children }: { site: Site; children: ReactNode }) {
  return <SiteContext value={site}>{children}</SiteContext>;
}

/** The site's name, address and operator. */
export function useSite(): Site {
  const site = useContext(SiteContext);
  if (!site) throw new Error('SiteProvider is missing');
  return site;
}
