import { type ComponentProps, type KeyboardEvent, useMemo, useState } from 'react';
import { TextInput } from './controls.tsx';
import { matchOptions, type Option } from './match-options.ts';
import { OptionList, OptionRow, useOptionList } from './option-list.tsx';

// More would be looked through more slowly than one letter more is typed.
const MAX_SUGGESTIONS = 8;

/**
 * A line of text with suggestions, of which none need be taken. A `datalist` finds 'La Cañada' only by its accent, is
 * cut off at phones' keyboards, and does not grow with the text's size: hence our own.
 */
export function SuggestInput({
  options,
  value,
  onChange,
  onChoose = ({ label }) => onChange(label),
  onKeyDown,
  onBlur,
  ...input
}: Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'list' | 'autoComplete'> & {
  options: Option[];
  value: string;
  /** Told what is typed, and the label of a suggestion that is taken. */
  onChange: (value: string) => void;
  /** Told the suggestion that is taken, in place of `onChange`. */
  onChoose?: (option: Option) => void;
}) {
  const [typing, setTyping] = useState(false);
  const suggested = useMemo(() => (typing ? findSuggestions(options, value) : []), [typing, options, value]);
  const list = useOptionList({
    options: suggested,
    onChoose: (option) => {
      setTyping(false);
      onChoose(option);
    },
  });
  return (
    <div className="relative">
      <TextInput
        {...input}
        {...list.input}
        className="scroll-mt-14"
        value={value}
        onChange={({ target }) => {
          setTyping(true);
          list.show();
          onChange(target.value);
        }}
        onKeyDown={(event: KeyboardEvent<HTMLInputElement>) => {
          list.onKeyDown(event);
          if (!event.defaultPrevented) onKeyDown?.(event);
        }}
        onBlur={(event) => {
          setTyping(false);
          list.hide();
          onBlur?.(event);
        }}
      />
      {list.open && (
        <OptionList list={list} label="Suggestions">
          {suggested.map((option, index) => (
            <OptionRow key={option.value} list={list} index={index} option={option} />
          ))}
        </OptionList>
      )}
      <p role="status" className="sr-only">
        {list.open && `${suggested.length} ${suggested.length === 1 ? 'suggestion' : 'suggestions'}`}
      </p>
    </div>
  );
}

function findSuggestions(options: Option[], typed: string): Option[] {
  if (!typed.trim()) return [];
  const found = matchOptions(options, typed).slice(0, MAX_SUGGESTIONS);
  return found.length === 1 && found[0]?.label === typed ? [] : found;
}
