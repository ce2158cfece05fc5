import { t } from '#contract/i18n/t.ts';
import { Button } from '#web/base/ui/button.tsx';
import type { SchemaForm } from '#web/base/ui/form/form.tsx';
import { type CardFormInput, formatCardNumber } from './card.ts';
import { TestModeNote } from './test-mode-note.tsx';

// Stripe's test cards (https://docs.stripe.com/testing).
const TEST_CARDS = [
  { number: '4242424242424242', effect: t('Succeeds') },
  { number: '4000000000000002', effect: t('Declined', null, 'card') },
  { number: '4000000000009995', effect: t('Insufficient funds') },
  { number: '4000002500003155', effect: t('Needs bank confirmation') },
];

/** States that no card is charged, and offers test cards with a known outcome that fill in the form. */
export function TestCards({ form, holder }: { form: SchemaForm<CardFormInput>; holder: string }) {
  const fill = (number: string) => {
    const year = String(new Date().getFullYear() + 3).slice(2);
    form.reset({ number: formatCardNumber(number), expiry: `12 / ${year}`, cvc: '123', name: holder });
  };
  return (
    <TestModeNote className="mb-5">
      <ul aria-label={t('Test cards')} className="mt-2.5 grid grid-cols-2 gap-2">
        {TEST_CARDS.map(({ number, effect }) => (
          <li key={number} className="grid">
            <Button variant="secondary" size="sm" disabled={form.busy} onClick={() => fill(number)}>
              {effect}
            </Button>
          </li>
        ))}
      </ul>
    </TestModeNote>
  );
}
