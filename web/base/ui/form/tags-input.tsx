import { type ComponentProps, type MouseEvent, useMemo, useRef, useState } from 'react';
import { t } from '#contract/i18n/t.ts';
import { Icon } from '#web/base/ui/icon.tsx';
import { SuggestInput } from './suggest-input.tsx';
import { useBeforeSubmit } from './use-before-submit.ts';

/**
 * An input for several tags, typed or suggested, each with a button that removes it. Enter, comma and blur add the typed text as a
 * tag. Backspace in the empty input removes the last tag.
 */
export function TagsInput({
  value,
  onChange,
  onBlur,
  suggestions,
  ...input
}: Omit<ComponentProps<typeof SuggestInput>, 'value' | 'onChange' | 'onBlur' | 'onSelect' | 'options'> & {
  value: string[];
  onChange: (value: string[]) => void;
  onBlur?: () => void;
  suggestions: readonly string[];
}) {
  const field = useRef<HTMLDivElement>(null);
  const [typed, setTyped] = useState('');
  const [announcement, setAnnouncement] = useState('');
  const options = useMemo(
    () => suggestions.filter((tag) => !includesIgnoringCase(value, tag)).map((tag) => ({ value: tag, label: tag })),
    [suggestions, value],
  );
  const add = (texts: string[]) => {
    const added = texts
      .map((text) => text.trim())
      .filter((tag, i, all) => tag && !includesIgnoringCase([...value, ...all.slice(0, i)], tag));
    if (added.length === 0) return;
    onChange([...value, ...added]);
    setAnnouncement(t('Added {tags}', { tags: added.join(', ') }));
  };
  const remove = (tag: string) => {
    onChange(value.filter((other) => other !== tag));
    setAnnouncement(t('Removed {tag}', { tag }));
  };
  const addTyped = () => {
    add([typed]);
    setTyped('');
  };
  useBeforeSubmit(field, addTyped);
  // The focus moves to the neighbouring tag before the button is removed.
  const removeAndMoveFocus = ({ currentTarget }: MouseEvent, tag: string) => {
    const item = currentTarget.closest('li');
    const neighbour = (item?.nextElementSibling ?? item?.previousElementSibling)?.querySelector('button');
    (neighbour ?? field.current?.querySelector('input'))?.focus();
    remove(tag);
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
          const tags = text.split(',');
          setTyped(tags.pop()?.trimStart() ?? '');
          add(tags);
        }}
        onSelect={({ label }) => {
          setTyped('');
          add([label]);
        }}
        onKeyDown={(event) => {
          const last = value.at(-1);
          if (event.key === 'Backspace' && !typed && last) remove(last);
          if (event.key !== 'Enter' || !typed.trim()) return;
          event.preventDefault();
          addTyped();
        }}
        onBlur={() => {
          addTyped();
          onBlur?.();
        }}
      />
      {value.length > 0 && (
        <ul className="flex flex-wrap gap-2">
          {value.map((tag) => (
            <li key={tag} className="wrap-anywhere inline-flex min-h-11 items-center rounded-full border bg-paper pl-4">
              {tag}
              <button
                type="button"
                aria-label={t('Remove {tag}', { tag })}
                onClick={(event) => removeAndMoveFocus(event, tag)}
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

const includesIgnoringCase = (tags: string[], tag: string) =>
  tags.some((other) => other.toLowerCase() === tag.trim().toLowerCase());
