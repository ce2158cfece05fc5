import clsx from 'clsx';
import { type ComponentType, type FocusEvent, useState } from 'react';
import { t } from '#contract/i18n/t.ts';
import { MAX_SEARCH_LENGTH } from '#contract/limits.ts';
import { Icon } from '#web/base/ui/icon.tsx';
import { NearField } from './near-field.tsx';

/**
 * The search form: a query and a place. It works without JavaScript. The suggestions are loaded when a field first gets the
 * focus; if that fails, the form works without them.
 * @param label the accessible name, which distinguishes it from other search boxes of a page
 */
export function SearchBox({
  label,
  q = '',
  near = '',
  id,
  className,
}: {
  label: string;
  q?: string;
  near?: string;
  id?: string;
  className?: string;
}) {
  const [activeInput, setActiveInput] = useState<HTMLInputElement>();
  const [Suggestions, setSuggestions] = useState<ComponentType<{ input: HTMLInputElement }>>();
  const loadSuggestions = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLInputElement)) return;
    setActiveInput(target);
    import('./suggestions.tsx').then(
      (module) => setSuggestions(() => module.Suggestions),
      () => {},
    );
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: <search> would only be one more element around it.
    <form
      id={id}
      role="search"
      aria-label={label}
      action="/search"
      onFocus={loadSuggestions}
      className={clsx('search-box', className)}
    >
      <div>
        <label>
          <span>{t('What')}</span>
          <input
            name="q"
            defaultValue={q}
            maxLength={MAX_SEARCH_LENGTH}
            placeholder={t('bakery, plumber')}
            autoComplete="off"
            enterKeyHint="search"
          />
        </label>
      </div>
      <div>
        <NearField label={t('Where')} near={near} />
      </div>
      <button type="submit">
        <Icon name="search" />
        {t('Search')}
      </button>
      {activeInput && Suggestions && <Suggestions key={String(activeInput.name === 'q')} input={activeInput} />}
    </form>
  );
}
