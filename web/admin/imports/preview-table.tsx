import { t } from '#contract/i18n/t.ts';
import type { PreviewRow, UploadPreview } from '#contract/imports/uploads.ts';
import { EmptyCell } from '#web/admin/date-time.tsx';
import { type Column, DataTable } from '#web/base/ui/data-table.tsx';
import { Icon } from '#web/base/ui/icon.tsx';

/** The first rows of a file as the listings that they would become. */
export function PreviewTable({
  preview: { rows, ignored },
  isCurrent,
}: {
  preview: UploadPreview;
  /** Whether the preview shows the chosen options. */
  isCurrent: boolean;
}) {
  return (
    <div className="grid gap-3">
      <h4 className="font-semibold text-lg">
        {t('{count, plural, one {First row} other {First # rows}}', { count: rows.length })}
      </h4>
      {!isCurrent && <p className="font-semibold">{t('You changed something. Show the preview again to continue.')}</p>}
      {ignored > 0 && (
        <p className="text-muted text-sm">
          {t(
            '{count, plural, one {# row before these isn’t shown and won’t be imported: it is outside of the eight counties, has no name, or is no business.} other {# rows before these aren’t shown and won’t be imported: they are outside of the eight counties, have no name, or are no businesses.}}',
            { count: ignored },
          )}
        </p>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll it. */}
      <section aria-label={t('Preview')} tabIndex={0} className="max-h-140 overflow-y-auto rounded-card">
        <DataTable
          caption={t('The first rows as listings')}
          columns={columns}
          rows={rows}
          rowKey={({ line }) => line}
          busy={!isCurrent}
        />
      </section>
    </div>
  );
}

const typed = (text: string) => (text ? <span className="wrap-anywhere">{text}</span> : <EmptyCell />);

/** Each number in one line. */
function Phones({ phone }: { phone: string }) {
  if (!phone) return <EmptyCell />;
  return phone.split(' / ').map((number) => (
    <span key={number} className="block tabular-nums">
      {PHONE.test(number) ? <span className="whitespace-nowrap">{number}</span> : typed(number)}
    </span>
  ));
}

// A number with its extension; a label beside it may be long.
const PHONE = /^[\d\s()+.x-]{1,24}$/;

/** Lines break between days where these are short. */
function HoursText({ hours }: { hours: string }) {
  if (!hours) return <EmptyCell />;
  return hours.split(/(?<=,) (?=\p{L})/u).map((part) => (
    <span key={part}>
      <span className={part.length <= MAX_LINE_LENGTH ? 'whitespace-nowrap' : 'wrap-break-word'}>{part}</span>{' '}
    </span>
  ));
}

// 'Mon–Fri 06:00–15:00,'
const MAX_LINE_LENGTH = 20;

const columns: Column<PreviewRow>[] = [
  {
    heading: t('Listing'),
    cell: ({ line, title, category }) => (
      <>
        <p className="wrap-anywhere font-semibold">{title || <EmptyCell />}</p>
        <p className="wrap-anywhere text-muted text-sm">
          {category ? t('{category}, line {line, number}', { category, line }) : t('line {line, number}', { line })}
        </p>
      </>
    ),
    className: 'as-table:w-1/5',
    top: true,
  },
  {
    heading: t('Address'),
    cell: ({ address, city }) => typed([address, city].filter(Boolean).join(', ')),
    className: 'as-table:w-1/6',
  },
  { heading: t('Phone'), cell: ({ phone }) => <Phones phone={phone} />, className: 'as-table:w-[9.5rem]' },
  { heading: t('Website'), cell: ({ website }) => typed(website), className: 'as-table:w-1/6' },
  { heading: t('Hours'), cell: ({ hours }) => <HoursText hours={hours} />, className: 'as-table:w-1/6' },
  { heading: t('Result'), cell: (row) => <Result {...row} />, className: 'as-table:w-1/5' },
];

function Result({ refused, notes }: PreviewRow) {
  return (
    <>
      <p className={`flex items-start gap-1.5 font-semibold ${refused ? 'text-danger' : 'text-sage'}`}>
        <Icon name={refused ? 'circle-x' : 'circle-check'} className="mt-1 size-4 shrink-0" />
        <span className="min-w-0">{refused ? t('Refused: {reason}', { reason: refused }) : t('Can be listed')}</span>
      </p>
      {notes.length > 0 && <p className="typed text-muted text-sm">{notes.join('; ')}</p>}
    </>
  );
}
