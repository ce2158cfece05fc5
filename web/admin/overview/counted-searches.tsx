import { type ReactNode, useState } from 'react';
import { slugToName } from '#contract/i18n/slug-to-name.ts';
import { t } from '#contract/i18n/t.ts';
import type { FoundSearch, FoundSearchesQuery } from '#contract/search.ts';
import { ADMIN_API_PREFIX } from '#web/admin/admin-queries.ts';
import { Labeled } from '#web/admin/listings/filter-fields.tsx';
import { useCursorPages } from '#web/base/api/use-cursor-pages.ts';
import { formatNumber } from '#web/base/i18n/format.ts';
import { PaginatedTable } from '#web/base/layout/paginated-table.tsx';
import type { Column } from '#web/base/ui/data-table.tsx';
import { Select } from '#web/base/ui/form/controls.tsx';
import { MonthOptions } from './month-options.tsx';

type Grouping = FoundSearchesQuery['by'];

const LIMIT = 100;
const GROUPINGS: Record<Grouping, string> = {
  both: t('Words and place'),
  words: t('Words'),
  place: t('Place'),
};

interface CountedSearchesProps<Search> {
  /** The path below `/api/admin/`, with `?`. */
  path: string;
  months: string[];
  /** Chosen at first, and what it is called, where that is no month. */
  withoutMonth?: string;
  caption: string;
  empty: ReactNode;
  /** Further columns. */
  columns?: Column<Search>[];
}

/** Searches of a month by words and place, or those of one place. */
export function CountedSearches<Search extends FoundSearch>({
  path,
  months,
  withoutMonth,
  caption,
  empty,
  columns = [],
}: CountedSearchesProps<Search>) {
  const [month, setMonth] = useState(withoutMonth ? '' : (months[0] as string));
  const [by, setBy] = useState<Grouping>('both');
  const [at, setAt] = useState('');
  const toPath = (by: Grouping, at: string) => {
    const query = new URLSearchParams({ by, limit: String(LIMIT) });
    if (month) query.set('month', month);
    if (at) query.set('place', at);
    return `${ADMIN_API_PREFIX}${path}${query}`;
  };
  const list = useCursorPages<Search>(toPath(by, at), LIMIT);
  const places = useCursorPages<Search>(toPath('place', ''), LIMIT).rows ?? [];
  const options = new Set([...places.map((search) => search.place), at]);
  options.delete('');
  return (
    <>
      <div className="mb-4 grid max-w-measure gap-4 sm:grid-cols-3">
        <Labeled label={withoutMonth ? t('Period') : t('Month')}>
          <Select value={month} onChange={(event) => setMonth(event.target.value)}>
            {withoutMonth && <option value="">{withoutMonth}</option>}
            <MonthOptions months={months} />
          </Select>
        </Labeled>
        <Labeled label={t('Place')}>
          <Select value={at} onChange={(event) => setAt(event.target.value)}>
            <option value="">{t('All places')}</option>
            {[...options]
              .map((path) => ({ path, name: toName(path) }))
              .sort((a, b) => a.name.localeCompare(b.name))
              .map(({ path, name }) => (
                <option key={path} value={path}>
                  {name}
                </option>
              ))}
          </Select>
        </Labeled>
        <Labeled label={t('Count by')}>
          <Select value={by} onChange={(event) => setBy(event.target.value as Grouping)}>
            {Object.entries(GROUPINGS).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        </Labeled>
      </div>
      <PaginatedTable
        list={list}
        itemsLabel={t('searches')}
        errorTitle={t('Failed to fetch searches')}
        empty={empty}
        caption={caption}
        columns={[...(by === 'place' ? [] : [words]), ...(by === 'words' ? [] : [place]), searchCount, ...columns]}
        rowKey={({ words, place }) => `${words} ${place}`}
      />
    </>
  );
}

/** How often something was searched for. */
export const searchCount: Column<Pick<FoundSearch, 'count'>> = {
  heading: t('Searches'),
  cell: ({ count }) => <span className="tabular-nums">{formatNumber(count)}</span>,
};

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
        {toName(search.place)}
      </a>
    ) : (
      <span className="text-muted">{t('Everywhere')}</span>
    ),
};

const toName = (path: string) => slugToName(path.split('/').at(-1) ?? '');
