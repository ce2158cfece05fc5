import { type ComponentProps, type KeyboardEvent, useMemo, useState } from 'react';
import { t } from '#contract/i18n/t.ts';
import { TextInput } from './controls.tsx';
import { matchOptions, type Option } from './match-options.ts';
import { OptionList, OptionRow } from './option-list.tsx';
import { useOptionList } from './use-option-list.ts';

// Typing another letter is faster than reading a longer list.
const MAX_SUGGESTIONS = 8;

/**
 * A text input with suggestions; any text is allowed. Not a `datalist`, which finds 'La Cañada' only with its accent, is covered by
 * the keyboards of phones, and does not scale with the text size.
 */
export function SuggestInput({
  options,
  value,
  onChange,
  onSelect = ({ label }) => onChange(label),
  onKeyDown,
  onBlur,
  autoComplete = 'off',
  ...input
}: Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'onSelect' | 'list'> & {
  options: Option[];
  value: string;
  /** Called with the typed text, and with the label of a selected suggestion. */
  onChange: (value: string) => void;
  /** Called with a selected suggestion, instead of `onChange`. */
  onSelect?: (option: Option) => void;
}) {
  const [typing, setTyping] = useState(false);
  const suggestions = useMemo(() => (typing ? findSuggestions(options, value) : []), [typing, options, value]);
  const list = useOptionList({
    options: suggestions,
    onSelect: (option) => {
      setTyping(false);
      onSelect(option);
    },
  });
  return (
    <div className="relative">
      <TextInput
        {...input}
        {...list.input}
        autoComplete={autoComplete}
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
        <OptionList list={list} label={t('Suggestions')}>
          {suggestions.map((option, index) => (
            <OptionRow key={option.value} list={list} index={index} option={option} />
          ))}
        </OptionList>
      )}
      <p role="status" className="sr-only">
        {list.open && t('{count, plural, one {# suggestion} other {# suggestions}}', { count: suggestions.length })}
      </p>
    </div>
  );
}

function findSuggestions(options: Option[], typed: string): Option[] {
  if (!typed.trim()) return [];
  const matches = matchOptions(options, typed).slice(0, MAX_SUGGESTIONS);
  return matches.length === 1 && matches[0]?.label === typed ? [] : matches;
}
