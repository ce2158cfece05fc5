import { type ReactNode, useRef, useState } from 'react';
import { t } from '#contract/i18n/t.ts';
import type { ListingForm } from '#contract/listing-form.ts';
import { TextArea } from '#web/base/ui/form/controls.tsx';
import { Field } from '#web/base/ui/form/field.tsx';
import { type SchemaForm, SubmitButton } from '#web/base/ui/form/form.tsx';

/** The reason of what the staff does to a listing, which is asked for below its form. */
export function useReason() {
  const [text, setText] = useState('');
  const [isAskedFor, setAskedFor] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const reason = text.trim();
  /** Points at the missing reason; whether there is one. */
  const requireReason = (): boolean => {
    if (reason !== '') return true;
    setAskedFor(true);
    field.current?.focus();
    return false;
  };
  return { reason, requireReason, text, setText, isMissing: isAskedFor && reason === '', field };
}

/** The bar below the form of a listing for the staff: the reason, and the button that sends the form. */
export function ReasonBar({
  form,
  reason: { text, setText, isMissing, field },
  label,
  hint,
  busyLabel,
  children,
}: {
  form: SchemaForm<ListingForm>;
  reason: ReturnType<typeof useReason>;
  label: string;
  hint?: string;
  busyLabel: string;
  children: ReactNode;
}) {
  return (
    <div data-bottom-bar className="action-bar grid gap-3 px-4 py-3 sm:px-6 sm:py-4">
      <Field label={label} hint={hint} error={isMissing ? t('Reason is required') : undefined}>
        {(control) => (
          <TextArea
            {...control}
            ref={field}
            rows={1}
            className="min-h-12!"
            maxLength={1000}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Field>
      <SubmitButton form={form} busyLabel={busyLabel} className="justify-self-end max-sm:justify-self-stretch">
        {children}
      </SubmitButton>
    </div>
  );
}
