import { t } from '#contract/i18n/t.ts';
import { MAX_HELP_SEARCH_LENGTH } from '#contract/limits.ts';
import { Icon } from '#web/base/ui/icon.tsx';

/** A field that searches the answers while typing, and the number of matches. */
export function AnswerSearch({
  query,
  onChange,
  resultCount,
}: {
  query: string;
  onChange: (query: string) => void;
  /** The number of matching answers. */
  resultCount: number;
}) {
  return (
    <search className="no-print block max-w-measure">
      <label htmlFor="answer-search" className="mb-1.5 block font-semibold">
        {t('Search the answers')}
      </label>
      <div className="relative">
        <Icon name="search" className="absolute inset-y-0 left-4 my-auto size-5 text-muted" />
        <input
          id="answer-search"
          type="search"
          maxLength={MAX_HELP_SEARCH_LENGTH}
          autoComplete="off"
          value={query}
          onChange={(event) => onChange(event.target.value)}
          className="min-h-13 w-full rounded-field border border-line-strong bg-card pr-4 pl-12 text-lg"
        />
      </div>
      <p role="status" className="mt-1.5 min-h-6 text-muted text-sm">
        {query.trim() && t('{count, plural, one {# answer} other {# answers}}', { count: resultCount })}
      </p>
    </search>
  );
}
