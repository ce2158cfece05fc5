import { type ComponentProps, type MouseEvent, useMemo, useRef, useState } from 'react';
import { Icon } from '../icon.tsx';
import { SuggestInput } from './suggest-input.tsx';
import { useBeforeSubmit } from './use-before-submit.ts';

/**
 * Several words, one's own or suggested, each of which can be removed. Enter and comma end a word; so does leaving the
 * field, so that nothing typed is lost. Backspace in the empty field removes the last.
 */
export function TagsInput({
  value,
  onChange,
  onBlur,
  suggestions,
  ...input
}: Omit<ComponentProps<typeof SuggestInput>, 'value' | 'onChange' | 'onBlur' | 'onChoose' | 'options'> & {
  value: string[];
  onChange: (value: string[]) => void;
  onBlur?: () => void;
  suggestions: readonly string[];
}) {
  const field = useRef<HTMLDivElement>(null);
  const [typed, setTyped] = useState('');
  const [announcement, setAnnouncement] = useState('');
  const options = useMemo(
    () =>
      suggestions.filter((word) => !includesIgnoringCase(value, word)).map((word) => ({ value: word, label: word })),
    [suggestions, value],
  );
  const add = (texts: string[]) => {
    const added = texts
      .map((text) => text.trim())
      .filter((word, i, all) => word && !includesIgnoringCase([...value, ...all.slice(0, i)], word));
    if (added.length === 0) return;
    onChange([...value, ...added]);
    setAnnouncement(`Added ${added.join(', ')}`);
  };
  const remove = (word: string) => {
    onChange(value.filter((other) => other !== word));
    setAnnouncement(`Removed ${word}`);
  };
  const end = () => {
    add([typed]);
    setTyped('');
  };
  useBeforeSubmit(field, end);
  // The focus goes to the word beside it, before it is gone.
  const removeHere = ({ currentTarget }: MouseEvent, word: string) => {
    const item = currentTarget.closest('li');
    const beside = (item?.nextElementSibling ?? item?.previousElementSibling)?.querySelector('button');
    (beside ?? field.current?.querySelector('input'))?.focus();
    remove(word);
  };
  return (
    <div ref={field} className="grid gap-2">
      <SuggestInput
        autoCapitalize="words"
        enterKeyHint="done"
        {...input}
        options={options}
        value={typed}
        onChange={(text) => {
          const words = text.split(',');
          setTyped(words.pop()?.trimStart() ?? '');
          add(words);
        }}
        onChoose={({ label }) => {
          setTyped('');
          add([label]);
        }}
        onKeyDown={(event) => {
          const last = value.at(-1);
          if (event.key === 'Backspace' && !typed && last) remove(last);
          if (event.key !== 'Enter' || !typed.trim()) return;
          event.preventDefault();
          end();
        }}
        onBlur={() => {
          end();
          onBlur?.();
        }}
      />
      {value.length > 0 && (
        <ul className="flex flex-wrap gap-2">
          {value.map((word) => (
            <li
              key={word}
              className="wrap-anywhere inline-flex min-h-11 items-center rounded-full border bg-paper pl-4"
            >
              {word}
              <button
                type="button"
                aria-label={`Remove ${word}`}
                onClick={(event) => removeHere(event, word)}
                className="grid size-11 shrink-0 place-items-center rounded-full text-muted hover:text-ink"
              >
                <Icon name="x" />
              </button>
            </li>
          ))}
        </ul>
      )}
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </div>
  );
}

const includesIgnoringCase = (words: string[], word: string) =>
  words.some((other) => other.toLowerCase() === word.trim().toLowerCase());
