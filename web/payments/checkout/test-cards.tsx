import { Button } from '#web/ui/button.tsx';
import type { SchemaForm } from '#web/ui/form/form.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { type CardFormInput, formatCardNumber } from './card.ts';

// Stripe's test cards (https://docs.stripe.com/testing).
const TEST_CARDS = [
  { number: '4242424242424242', effect: 'Succeeds' },
  { number: '4000000000000002', effect: 'Declined' },
  { number: '4000000000009995', effect: 'Insufficient funds' },
  { number: '4000002500003155', effect: 'Asks your bank' },
];

/** States that no card is charged, and offers test cards with a known outcome that fill in the form. */
export function TestCards({ form, holder }: { form: SchemaForm<CardFormInput>; holder: string }) {
  const fill = (number: string) => {
    const year = String(new Date().getFullYear() + 3).slice(2);
    form.reset({ number: formatCardNumber(number), expiry: `12 / ${year}`, cvc: '123', name: holder });
  };
  return (
    <div className="mb-5 rounded-field bg-pacific-wash p-3.5">
      <p className="flex items-center gap-2 font-semibold">
        <Icon name="info" className="size-5 shrink-0 text-pacific" />
        Test mode: no card is charged
      </p>
      <ul aria-label="Test cards" className="mt-2.5 grid grid-cols-2 gap-2">
        {TEST_CARDS.map(({ number, effect }) => (
          <li key={number} className="grid">
            <Button variant="secondary" size="sm" disabled={form.busy} onClick={() => fill(number)}>
              {effect}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}
