import { useQuery } from '@tanstack/react-query';
import { t } from '#contract/i18n/t.ts';
import type { ImportOptionsForm, KindCount } from '#contract/imports/uploads.ts';
import { queries } from '#web/base/api/queries.ts';
import { formatNumber } from '#web/base/i18n/format.ts';
import { type Column, DataTable } from '#web/base/ui/data-table.tsx';
import { Select } from '#web/base/ui/form/controls.tsx';

type Chosen = ImportOptionsForm['kinds'];

/** The kinds of business in a file, each with its rows and its category, which can be changed. Those to review come first. */
export function Kinds({
  kinds,
  chosen,
  onChange,
}: {
  kinds: KindCount[];
  chosen: Chosen;
  onChange: (chosen: Chosen) => void;
}) {
  const { data: categories } = useQuery(queries.categories());
  const isOpen = ({ kind, isCertain }: KindCount) => !isCertain && !chosen[kind];
  const open = kinds.filter(isOpen).reduce((sum, { rows }) => sum + rows, 0);
  const columns: Column<KindCount>[] = [
    {
      heading: t('Kind of business'),
      cell: (count) => (
        <>
          <p className="wrap-anywhere font-semibold">
            {count.kind ? <bdi>{count.kind}</bdi> : t('Not named', null, 'kind of business')}
          </p>
          {isOpen(count) && <p className="text-muted text-sm">{t('To review')}</p>}
        </>
      ),
      className: 'as-table:w-1/2',
    },
    { heading: t('Rows'), cell: ({ rows }) => <span className="tabular-nums">{formatNumber(rows)}</span> },
    {
      heading: t('Category'),
      cell: ({ kind, category }) =>
        kind === '' ? (
          <p className="text-sm">{t('By the name, or the category of other rows above')}</p>
        ) : (
          <Select
            aria-label={t('Category of {kind}', { kind })}
            value={chosen[kind] ?? category}
            onChange={(event) => onChange({ ...chosen, [kind]: event.target.value })}
          >
            <option value="">{t('None', null, 'category')}</option>
            {categories?.items.map(({ slug, name }) => (
              <option key={slug} value={slug}>
                {name}
              </option>
            ))}
          </Select>
        ),
      className: 'as-table:w-1/3',
    },
  ];
  return (
    <div className="grid gap-3">
      <h4 className="font-semibold text-lg">{t('Kinds of business')}</h4>
      <p>
        {open > 0
          ? t(
              '{count, plural, one {# row names a kind that we don’t know. Choose its category; newer files of this source remember it.} other {# rows name kinds that we don’t know, or none. Choose their categories; newer files of this source remember them.}}',
              { count: open },
            )
          : t('Each kind has a category. What you change is remembered for newer files of this source.')}
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll it. */}
      <section aria-label={t('Kinds of business')} tabIndex={0} className="max-h-140 overflow-y-auto rounded-card">
        <DataTable
          caption={t('The kinds of business in the file')}
          columns={columns}
          rows={kinds}
          rowKey={({ kind }) => kind}
        />
      </section>
    </div>
  );
}
