import clsx from 'clsx';
import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import { useNavigate } from 'react-router';
import { t } from '#contract/i18n/t.ts';
import { findSections, findSettings, toListingFilter, useFound } from '#web/admin/find/find.ts';
import { useFoundThings } from '#web/admin/find/find-things.ts';
import type { Section } from '#web/admin/section.ts';
import { useDebounced } from '#web/base/api/use-debounced.ts';
import { Dialog, setAutofocus } from '#web/base/ui/dialog.tsx';
import { TextInput } from '#web/base/ui/form/controls.tsx';
import { Icon } from '#web/base/ui/icon.tsx';

/** Jumps to a section, a setting, a text, a listing or an account by typing: arrow keys, Enter, and Escape to close. */
export default function Palette({ sections, onClose }: { sections: Section[]; onClose: () => void }) {
  const [typed, setTyped] = useState('');
  const [active, setActive] = useState(0);
  const listId = useId();
  const navigate = useNavigate();
  const text = useDebounced(typed.trim());
  const found = useFound(text, {
    listings: sections.some(({ value }) => value === 'listings'),
    accounts: sections.some(({ value }) => value === 'all'),
  });
  const may = (section: string) => sections.some(({ value }) => value === section);
  const things = useFoundThings(text, may);
  // A listing with the number that is typed comes before payments with it.
  const byNumber = 'id' in toListingFilter(text);
  const destinations = [
    ...findSections(sections, typed.trim()),
    ...(may('settings') ? findSettings(typed.trim()) : []),
    ...(typed.trim() === '' ? [] : byNumber ? [...found.destinations, ...things] : [...things, ...found.destinations]),
  ];
  const current = Math.min(active, destinations.length - 1);

  const go = (index: number) => {
    const destination = destinations[index];
    if (!destination) return;
    onClose();
    void navigate(destination.href);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const moves: Record<string, number> = { ArrowDown: current + 1, ArrowUp: current - 1, Home: 0, End: -1 };
    const next = moves[event.key];
    if (next !== undefined && destinations.length > 0) {
      event.preventDefault();
      setActive((next + destinations.length) % destinations.length);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      go(current);
    }
  };
  useEffect(() => {
    document.getElementById(`${listId}-${current}`)?.scrollIntoView({ block: 'nearest' });
  }, [listId, current]);

  return (
    <Dialog open onClose={onClose} title={t('Go to')}>
      <div className="grid gap-3">
        <TextInput
          ref={setAutofocus}
          type="text"
          role="combobox"
          aria-label={t('Section, listing or account')}
          aria-expanded={destinations.length > 0}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={current >= 0 ? `${listId}-${current}` : undefined}
          placeholder={t('What you look for, such as refund, a name, ID, phone or email')}
          maxLength={200}
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
            setActive(0);
          }}
          onKeyDown={onKeyDown}
        />
        <div id={listId} role="listbox" aria-label={t('Results')} className="max-h-80 overflow-y-auto">
          {destinations.map(({ href, label, note, icon }, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the keys.
            // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus and names the active option.
            <div
              key={href}
              id={`${listId}-${index}`}
              role="option"
              aria-selected={index === current}
              className={clsx(
                'flex min-h-11 cursor-pointer items-center gap-3 rounded-field px-3 py-1.5',
                index === current ? 'bg-pacific-wash' : 'hover:bg-pacific-wash',
              )}
              onClick={() => go(index)}
            >
              <Icon name={icon} className="size-5 shrink-0 text-pacific" />
              <span className="flex min-w-0 grow flex-wrap justify-between gap-x-3">
                <span className="typed font-semibold">{label}</span>
                <span className="text-muted text-sm">{note}</span>
              </span>
            </div>
          ))}
        </div>
        <p role="status" className="text-muted text-sm">
          {destinations.length === 0 && !found.isFetching
            ? t('Nothing found.')
            : t('{count, plural, one {# result} other {# results}}', { count: destinations.length })}
        </p>
      </div>
    </Dialog>
  );
}
