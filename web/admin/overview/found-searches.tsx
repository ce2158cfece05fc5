import { useState } from 'react';
import { slugToName } from '#contract/i18n/slug-to-name.ts';
import { t } from '#contract/i18n/t.ts';
import type { FoundSearch, FoundSearchesQuery } from '#contract/search.ts';
import { ADMIN_API_PREFIX } from '#web/admin/admin-queries.ts';
import { useCursorPages } from '#web/base/api/use-cursor-pages.ts';
import { formatNumber } from '#web/base/i18n/format.ts';
import { LOCALE } from '#web/base/i18n/language.ts';
import { PaginatedTable } from '#web/base/layout/paginated-table.tsx';
import type { Column } from '#web/base/ui/data-table.tsx';
import { Select } from '#web/base/ui/form/controls.tsx';
import { Field } from '#web/base/ui/form/field.tsx';

type Grouping = FoundSearchesQuery['by'];

const LIMIT = 100;
const MONTHS = 13;
const GROUPINGS: Record<Grouping, string> = {
  both: t('Words and place'),
  words: t('Words'),
  place: t('Place'),
};

/** What visitors searched for and found in a month, by words and place. */
export function FoundSearches() {
  const [months] = useState(listMonths);
  const [month, setMonth] = useState(months[0] as string);
  const [by, setBy] = useState<Grouping>('both');
  const list = useCursorPages<FoundSearch>(
    `${ADMIN_API_PREFIX}found-searches?${new URLSearchParams({ month, by, limit: String(LIMIT) })}`,
    LIMIT,
  );
  return (
    <>
      <p className="mb-4 max-w-measure text-muted">
        {t(
          'The 100 most frequent searches with results, from 5 in a month on. They’re anonymous, and deleted after 400 days.',
        )}
      </p>
      <div className="mb-4 grid max-w-130 gap-4 sm:grid-cols-2">
        <Field label={t('Month')}>
          {(control) => (
            <Select {...control} value={month} onChange={(event) => setMonth(event.target.value)}>
              {months.map((value) => (
                <option key={value} value={value}>
                  {formatMonth(value)}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label={t('Count by')}>
          {(control) => (
            <Select {...control} value={by} onChange={(event) => setBy(event.target.value as Grouping)}>
              {Object.entries(GROUPINGS).map(([value, label]) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </Select>
          )}
        </Field>
      </div>
      <PaginatedTable
        list={list}
        itemsLabel={t('searches')}
        errorTitle={t('Failed to fetch searches')}
        empty={t('No searches in this month yet.')}
        caption={t('Searches with results, most frequent first')}
        columns={[...(by === 'place' ? [] : [words]), ...(by === 'words' ? [] : [place]), count]}
        rowKey={({ words, place }) => `${words} ${place}`}
      />
    </>
  );
}

const words: Column<FoundSearch> = {
  heading: t('Words'),
  cell: (search) => (
    <a href={`/search?${new URLSearchParams({ q: search.words })}`} className="link typed font-semibold">
      {search.words}
    </a>
  ),
};
const place: Column<FoundSearch> = {
  heading: t('Place'),
  cell: (search) =>
    search.place ? (
      <a href={search.place} className="link">
        {slugToName(search.place.split('/').at(-1) ?? '')}
      </a>
    ) : (
      <span className="text-muted">{t('Everywhere')}</span>
    ),
};
const count: Column<FoundSearch> = {
  heading: t('Searches'),
  cell: (search) => <span className="tabular-nums">{formatNumber(search.count)}</span>,
};

/** The last months in Los Angeles, this one first: '2026-03'. */
function listMonths(): string[] {
  const [year = 0, month = 0] = new Intl.DateTimeFormat('en-CA', {
    timeZone: 'America/Los_Angeles',
    year: 'numeric',
    month: '2-digit',
  })
    .format(new Date())
    .split('-')
    .map(Number);
  return Array.from({ length: MONTHS }, (_, age) =>
    new Date(Date.UTC(year, month - 1 - age)).toISOString().slice(0, 7),
  );
}

const monthFormat = new Intl.DateTimeFormat(LOCALE, { month: 'long', year: 'numeric', timeZone: 'UTC' });
const formatMonth = (month: string) => monthFormat.format(new Date(`${month}-01T00:00:00Z`));
