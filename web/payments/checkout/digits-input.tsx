import type { ChangeEvent, ComponentProps } from 'react';
import { TextInput } from '#web/ui/form/controls.tsx';
import { stripNonDigits } from './card.ts';

/**
 * Digits that take a form while they are typed. The caret stays behind the digit that it was behind.
 * @param shape gives what was typed the form
 */
export function DigitsInput({
  value,
  onChange,
  format,
  ...input
}: Omit<ComponentProps<'input'>, 'type' | 'value' | 'onChange'> & {
  value: string;
  onChange: (value: string) => void;
  format: (text: string) => string;
}) {
  const edit = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const caret = target.selectionStart ?? target.value.length;
    const isAtEnd = caret === target.value.length;
    const behind = stripNonDigits(target.value.slice(0, caret)).length;
    const text = format(target.value);
    // React leaves the caret where it is in an input that already holds what it is given.
    target.value = text;
    const place = isAtEnd ? text.length : findCaretPosition(text, behind);
    target.setSelectionRange(place, place);
    onChange(text);
  };
  return <TextInput inputMode="numeric" {...input} value={value} onChange={edit} />;
}

function findCaretPosition(text: string, count: number): number {
  return new RegExp(`^(?:\\D*\\d){${count}}`).exec(text)?.[0].length ?? text.length;
}
