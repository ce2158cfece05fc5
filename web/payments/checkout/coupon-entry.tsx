import { type FormEvent, useState } from 'react';
import { t } from '#contract/i18n/t.ts';
import { Button } from '#web/base/ui/button.tsx';
import { TextInput } from '#web/base/ui/form/controls.tsx';
import { Field } from '#web/base/ui/form/field.tsx';
import type { CheckoutCoupon } from './use-order.ts';

// The field appears because its button was pressed.
const focus = (input: HTMLInputElement | null) => input?.focus();

/** A field for the code of a coupon, which is opened when it is asked for, and when the code is refused for another plan. */
export function CouponEntry({ coupon: { code: entered, error, isChecking, apply } }: { coupon: CheckoutCoupon }) {
  const [isOpen, setOpen] = useState(false);
  const [code, setCode] = useState(entered);
  // What was refused is said until something else is typed.
  const [refused, setRefused] = useState(entered || undefined);
  if (!isOpen && !error) {
    // A code that was accepted before is checked for another plan.
    if (isChecking) return null;
    return (
      <Button variant="ghost" size="sm" className="mt-4" onClick={() => setOpen(true)}>
        {t('Add a coupon code')}
      </Button>
    );
  }
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setRefused(code);
    if (code.trim() !== '') apply(code);
  };
  const message = code.trim() === '' ? t('Enter a coupon code.') : (error?.issues?.[0]?.message ?? error?.message);
  return (
    <form onSubmit={submit} className="mt-5 border-t pt-4" noValidate>
      <Field label={t('Coupon code')} error={refused === code ? message : undefined}>
        {(control) => (
          <div className="flex gap-2">
            <TextInput
              {...control}
              value={code}
              onChange={({ target }) => setCode(target.value)}
              maxLength={60}
              autoCapitalize="characters"
              autoComplete="off"
              spellCheck={false}
              ref={isOpen ? focus : undefined}
              className="min-w-0 uppercase"
            />
            <Button type="submit" variant="secondary" busy={isChecking} className="shrink-0">
              {isChecking ? t('Checking...') : t('Apply')}
            </Button>
          </div>
        )}
      </Field>
    </form>
  );
}
