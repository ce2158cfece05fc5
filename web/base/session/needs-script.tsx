import type { ReactNode } from 'react';
import { t } from '#contract/i18n/t.ts';
import { Icon } from '#web/base/ui/icon.tsx';

/** What is shown until the browser opens an emailed link; without JavaScript, which reads its token, that this is needed. */
export const NeedsScript = ({ children }: { children: ReactNode }) => (
  <>
    <noscript>
      <p className="flex gap-3 rounded-field bg-pacific-wash px-3.5 py-3">
        <Icon name="info" className="mt-0.5 size-5 shrink-0 text-pacific" />
        {t('You need JavaScript to open a link from our emails. Turn it on, and open the link again.')}
      </p>
    </noscript>
    <div className="noscript:hidden">{children}</div>
  </>
);
