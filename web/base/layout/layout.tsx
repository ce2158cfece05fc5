import { onlineManager } from '@tanstack/react-query';
import { type ReactNode, useSyncExternalStore } from 'react';
import { t } from '#contract/i18n/t.ts';
import { hasThirdParties, useSite } from '#web/base/api/site.tsx';
import { Header } from '#web/base/layout/header/header.tsx';
import { ConsentOutlet } from '#web/base/tracking/consent-outlet.tsx';
import { ToastOutlet } from '#web/base/ui/toast.tsx';
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

/** Says at the top of the window that the browser is offline, for as long as it is. */
function OfflineNotice() {
  const isOnline = useSyncExternalStore(
    onlineManager.subscribe,
    () => onlineManager.isOnline(),
    () => true,
  );
  return (
    <div aria-live="polite" className="sticky top-0 z-30">
      {!isOnline && (
        <p className="bg-ink px-4 py-2 text-center font-semibold text-paper text-sm">
          {t('You’re offline. You can keep reading. Nothing is sent until you’re connected again.')}
        </p>
      )}
    </div>
  );
}
