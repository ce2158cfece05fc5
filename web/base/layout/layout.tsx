import type { ReactNode } from 'react';
import { hasThirdParties, useSite } from '#web/base/api/site.tsx';
import { Header } from '#web/base/layout/header/header.tsx';
import { ConsentOutlet } from '#web/base/tracking/consent-outlet.tsx';
import { ToastOutlet } from '#web/base/ui/toast.tsx';
import { OfflineNotice } from './offline-notice.tsx';
import { StaticFooter } from './static-footer.tsx';

/**
 * The frame of every page below the skip link and the notices (`app/document.tsx`): consent bar if third parties are configured, header, `<main id="main">` (which is
 * focused on navigation), footer, toasts.
 */
export function Layout({ children }: { children: ReactNode }) {
  const site = useSite();
  return (
    <div className="flex min-h-dvh flex-col">
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
