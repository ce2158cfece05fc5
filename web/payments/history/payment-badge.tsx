import { Badge } from '#web/base/ui/badge.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { getPaymentStatus } from './payment-labels.ts';

/** The status of a payment as a badge. */
export function PaymentBadge({ payment }: { payment: Parameters<typeof getPaymentStatus>[0] }) {
  const { label, icon, tone } = getPaymentStatus(payment);
  return (
    <Badge tone={tone}>
      <Icon name={icon} />
      {label}
    </Badge>
  );
}
