import { Badge } from '#web/ui/badge.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { stateOf } from './payment-words.ts';

/** How a payment stands, in a word. */
export function PaymentBadge({ payment }: { payment: Parameters<typeof stateOf>[0] }) {
  const { word, icon, tone } = stateOf(payment);
  return (
    <Badge tone={tone}>
      <Icon name={icon} />
      {word}
    </Badge>
  );
}
