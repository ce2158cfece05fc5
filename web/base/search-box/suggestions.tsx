import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { useNavigate } from 'react-router';
import { t } from '#contract/i18n/t.ts';
import { queries } from '#web/base/api/queries.ts';
import { matchOptions } from '#web/base/ui/form/match-options.ts';
import { OptionList, OptionPopup, OptionRow } from '#web/base/ui/form/option-list.tsx';
import { type OptionListState, useOptionList } from '#web/base/ui/form/use-option-list.ts';
import { getCurrentPosition, searchPathNear } from './current-position.ts';
import { type Suggestion, toSuggestions, USE_MY_LOCATION_OPTION } from './suggestion-options.ts';

// Debounces typing, so that not every key press is a request.
const DEBOUNCE_MS = 150;

/**
 * The list of suggestions below a field of a search box. The input was rendered before this module was loaded, and may have
 * the focus, so it is turned into a combobox in place. When the API does not answer, there is no list.
 */
export function Suggestions({ input }: { input: HTMLInputElement }) {
  const navigate = useNavigate();
  const [typed, setTyped] = useState(() => ({ q: '', near: '' }));
  const [note, setNote] = useState('');
  const field = input.name === 'q' ? 'what' : 'where';
  const suggestions = useSuggestions(field, typed);

  const searchNearby = () => {
    setNote(t('Finding your location…'));
    getCurrentPosition()
      .then((point) => navigate(searchPathNear(point, input.form)))
      .then(
        () => setNote(''),
        (error: Error) => setNote(error.message),
      );
  };
  const list = useOptionList({
    options: suggestions,
    onSelect: (option) => {
      const { path, text } = option as Suggestion;
      if (option === USE_MY_LOCATION_OPTION) return searchNearby();
      input.value = text ?? '';
      // Notifies React and the form of the changed value.
      input.dispatchEvent(new Event('input', { bubbles: true }));
      if (path) navigate(path);
    },
  });
  useCombobox(input, list, {
    onType: () => {
      setNote('');
      setTyped(readFieldValues(input, field));
    },
    onLeave: () => setNote(''),
  });

  return createPortal(
    <>
      {list.open && <GroupedSuggestions list={list} suggestions={suggestions} />}
      {note && (
        <OptionPopup>
          <p className="px-3.5 py-3">{note}</p>
        </OptionPopup>
      )}
      <p role="status" className="sr-only">
        {note ||
          (list.open && t('{count, plural, one {# suggestion} other {# suggestions}}', { count: suggestions.length }))}
      </p>
    </>,
    input.closest('div') as HTMLElement,
  );
}

/** The text of the field, and for the query field the place beside it. */
function readFieldValues(input: HTMLInputElement, field: 'what' | 'where') {
  const near = field === 'what' && input.form && new FormData(input.form).get('near');
  return { q: input.value.trim(), near: String(near || '') };
}

/** The suggestions for the typed text. While they load, the previous ones that still match; none when loading fails. */
function useSuggestions(field: 'what' | 'where', typed: { q: string; near: string }): Suggestion[] {
  const [debounced, setDebounced] = useState(typed);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(typed), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  const { data, isPlaceholderData } = useQuery({
    ...queries.suggestions(debounced),
    enabled: debounced.q !== '',
    placeholderData: keepPreviousData,
    retry: false,
    throwOnError: false,
  });
  if (typed.q === '') return field === 'where' ? [USE_MY_LOCATION_OPTION] : [];
  const options = data ? toSuggestions(field, data, debounced.near) : [];
  const isStale = isPlaceholderData || debounced.q !== typed.q;
  return isStale ? matchOptions(options, typed.q) : options;
}

/** Gives an input of another component the attributes and key handling of a combobox. */
function useCombobox(input: HTMLInputElement, list: OptionListState, on: { onType: () => void; onLeave: () => void }) {
  useLayoutEffect(() => {
    for (const [name, value] of Object.entries(list.input)) {
      if (value === undefined) input.removeAttribute(name);
      else input.setAttribute(name, String(value));
    }
  });
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const onType = () => {
      list.show();
      on.onType();
    };
    const onLeave = () => {
      list.hide();
      on.onLeave();
    };
    input.addEventListener('input', onType, { signal });
    input.addEventListener('keydown', list.onKeyDown, { signal });
    // On a phone the list pushes the button down: if it closed before the tap on the button is over, the tap would miss it.
    input.addEventListener('blur', () => setTimeout(onLeave), { signal });
    input.form?.addEventListener('submit', onLeave, { signal });
    return () => controller.abort();
  });
  // The input may already have the focus and text when this module is loaded.
  const { show } = list;
  // biome-ignore lint/correctness/useExhaustiveDependencies: on mount only.
  useEffect(() => {
    if (document.activeElement !== input) return;
    on.onType();
    show();
  }, []);
}

function GroupedSuggestions({ list, suggestions }: { list: OptionListState; suggestions: Suggestion[] }) {
  const groups = Map.groupBy(suggestions, ({ group }) => group);
  return (
    <OptionList list={list} label={t('Suggestions')}>
      {[...groups].map(([group, members]) => (
        // biome-ignore lint/a11y/useSemanticElements: a listbox takes no fieldset.
        <div key={group} role="group" aria-label={group}>
          <p aria-hidden="true" className="px-3.5 pt-2 pb-1 font-semibold text-muted text-sm">
            {group}
          </p>
          {members.map((suggestion) => (
            <OptionRow key={suggestion.value} list={list} index={suggestions.indexOf(suggestion)} option={suggestion} />
          ))}
        </div>
      ))}
    </OptionList>
  );
}
