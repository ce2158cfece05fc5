import clsx from 'clsx';
import { PAYMENTS_CLOSED } from '#contract/site.ts';
import { useSite } from '#web/base/api/site.tsx';
import { Icon } from '#web/base/ui/icon.tsx';

/** Whether the site takes no payments; links to the checkout are then replaced by `PaymentsClosed`. */
export const usePaymentsClosed = () => useSite().payments === 'closed';

/** 'Card payments are not set up yet.', where one would pay. */
export function PaymentsClosed({ className }: { className?: string }) {
  return (
    <p className={clsx('flex items-start gap-2.5 rounded-field bg-pacific-wash px-3.5 py-3', className)}>
      <Icon name="info" className="mt-0.5 size-5 shrink-0 text-pacific" />
      {PAYMENTS_CLOSED}
    </p>
  );
}
