import { onlineManager } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { t } from '#contract/i18n/t.ts';

/** Says at the top of the window that the browser is offline, for as long as it is. */
export function OfflineNotice() {
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
