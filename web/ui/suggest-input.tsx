import type { ComponentProps } from 'react';
import { TextInput } from './field.tsx';
import type { Option } from './match-options.ts';

/** A line of text with suggestions, of which none need be taken. */
export function SuggestInput({
  options: _options,
  value,
  onChange,
  onChoose: _onChoose,
  ...input
}: Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'list'> & {
  options: Option[];
  value: string;
  /** Told whatever is typed, and the label of a suggestion that is taken. */
  onChange: (value: string) => void;
  /** Told the suggestion that is taken, instead of `onChange`. */
  onChoose?: (option: Option) => void;
}) {
  return <TextInput autoComplete="off" value={value} onChange={(event) => onChange(event.target.value)} {...input} />;
}
