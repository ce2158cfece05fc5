import type { ReactNode } from 'react';
import { ConsentOutlet } from '../tracking/consent-outlet.tsx';
import { ToastOutlet } from '../ui/toast.tsx';
import { Header } from './header.tsx';
import { OfflineNotice } from './offline-notice.tsx';
import { hasThirdParties, useSite } from './site.tsx';
import { StaticFooter } from './static-footer.tsx';

/**
 * The frame of every page: skip link, consent bar if third parties are configured, header, `<main id="main">` (which is
 * focused on navigation), footer, toasts.
 */
export function Layout({ children }: { children: ReactNode }) {
  const site = useSite();
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#main"
        className="sr-only z-50 rounded-field bg-pacific font-semibold text-on-pacific focus:not-sr-only focus:absolute focus:top-3 focus:left-3 focus:px-5 focus:py-3"
      >
        Skip to content
      </a>
      {hasThirdParties(site) && <ConsentOutlet />}
      <OfflineNotice />
      <Header />
      <main id="main" tabIndex={-1} className="grow">
        {children}
      </main>
      <StaticFooter />
      <ToastOutlet />
    </div>
  );
}
