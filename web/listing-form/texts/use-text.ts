import { useEffect, useRef } from 'react';
import type { Path } from 'react-hook-form';
import type { ListingForm } from '#contract/listing-form.ts';
import type { SchemaForm } from '../../ui/form/form.tsx';
import { useFormField } from '../../ui/form/use-form-field.ts';

/** A text of the form, also while its input is not there: when the form focuses it, `show` has to render it. */
export interface Text {
  value: string;
  error: string | undefined;
  bound: {
    name: string;
    value: string;
    onChange: (event: { target: { value: string } }) => void;
    onBlur: () => void;
    ref: (element: HTMLElement | null) => void;
  };
}

/** A text of the form. A fault in it focuses its control, of which `show` shows the tab. */
export function useText(form: SchemaForm<ListingForm>, name: Path<ListingForm>, show: () => void): Text {
  const { field, fieldState } = useFormField(form, name);
  const element = useRef<HTMLElement>(null);
  const isWanted = useRef(false);
  const focus = () => {
    if (element.current) return element.current.focus();
    isWanted.current = true;
    show();
  };
  const { ref: registerFocus, onChange, onBlur } = field;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `focus` depends on nothing that changes.
  useEffect(() => registerFocus({ focus }), [registerFocus]);
  const value = String(field.value ?? '');
  return {
    value,
    error: fieldState.error?.message,
    bound: {
      ...{ name, value, onChange, onBlur },
      ref: (shown) => {
        element.current = shown;
        if (!shown || !isWanted.current) return;
        isWanted.current = false;
        shown.focus();
      },
    },
  };
}
