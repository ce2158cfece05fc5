import type { ChangeEvent, ComponentProps } from 'react';
import { TextInput } from '#web/base/ui/form/controls.tsx';
import { stripNonDigits } from './card.ts';

/**
 * An input that formats digits while they are typed. The caret stays after the same digit.
 * @param format formats the typed text
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
    const digitCount = stripNonDigits(target.value.slice(0, caret)).length;
    const text = format(target.value);
    // React does not move the caret of an input that already has the new value.
    target.value = text;
    const position = isAtEnd ? text.length : findCaretPosition(text, digitCount);
    target.setSelectionRange(position, position);
    onChange(text);
  };
  return <TextInput inputMode="numeric" {...input} value={value} onChange={edit} />;
}

function findCaretPosition(text: string, count: number): number {
  return new RegExp(`^(?:\\D*\\d){${count}}`).exec(text)?.[0].length ?? text.length;
}
