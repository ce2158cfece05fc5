import type { ChangeEvent, ComponentProps } from 'react';
import { TextInput } from '#web/base/ui/form/controls.tsx';
import { deleteDigit, deletesOnlyPunctuation, formatPhone } from './phone-format.ts';

/**
 * A phone number, formatted while it is typed.
 * @param onLeave called when the field loses the focus; it may change the value
 */
export function PhoneInput({
  value,
  onChange,
  onBlur,
  onLeave,
  ...input
}: Omit<ComponentProps<'input'>, 'type' | 'value' | 'onChange' | 'onBlur'> & {
  value: string;
  onChange: (value: string) => void;
  onBlur: () => void;
  onLeave?: () => Promise<void>;
}) {
  const edit = ({ target, nativeEvent }: ChangeEvent<HTMLInputElement>) => {
    const typed = { text: target.value, caret: target.selectionStart ?? target.value.length };
    const deleted = DELETION_SIDES[(nativeEvent as InputEvent).inputType];
    const isNoop = deleted && deletesOnlyPunctuation(value, typed);
    const { text, caret } = isNoop ? deleteDigit(typed, deleted) : formatPhone(typed.text, typed.caret);
    // React does not move the caret of an input that already has the value.
    target.value = text;
    target.setSelectionRange(caret, caret);
    onChange(text);
  };
  const leave = () => {
    onBlur();
    // Ignored, because it only assists: the API reads the number too.
    onLeave?.().catch(() => {});
  };
  return <TextInput type="tel" autoComplete="tel" {...input} value={value} onChange={edit} onBlur={leave} />;
}

const DELETION_SIDES: Record<string, 'before' | 'after' | undefined> = {
  deleteContentBackward: 'before',
  deleteContentForward: 'after',
};
