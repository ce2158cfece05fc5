import clsx from 'clsx';
import type { ReactNode } from 'react';
import { t } from '#contract/i18n/t.ts';
import { Icon } from '#web/base/ui/icon.tsx';

/** States that payments are simulated: no card is charged. */
export function TestModeNote({ className, children }: { className?: string; children?: ReactNode }) {
  return (
    <div className={clsx('rounded-field bg-pacific-wash p-3.5', className)}>
      <p className="flex items-center gap-2 font-semibold">
        <Icon name="info" className="size-5 shrink-0 text-pacific" />
        {t('Test mode: no card is charged')}
      </p>
      {children}
    </div>
  );
}
