import { Badge } from '#web/ui/badge.tsx';
import { Icon } from '#web/ui/icon.tsx';
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
