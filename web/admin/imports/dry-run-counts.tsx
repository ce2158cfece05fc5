import { t } from '#contract/i18n/t.ts';
import type { ImportUpload } from '#contract/imports/uploads.ts';
import { formatNumber } from '#web/base/i18n/format.ts';
import { buttonClass } from '#web/base/ui/button.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { UPLOADS_PATH } from './send-file.ts';

type Counts = NonNullable<ImportUpload['dryRun']>;

const LABELS: [name: Exclude<keyof Counts, 'skips' | 'mends' | 'kinds' | 'swappedPoints'>, label: string][] = [
  ['read', t('Rows')],
  ['added', t('Would be added')],
  ['updated', t('Would be updated')],
  ['unchanged', t('Unchanged')],
  ['merged', t('Merged with another listing')],
  ['doubtful', t('Listed, maybe duplicates')],
  ['claimed', t('Left to their owners')],
  ['skipped', t('Refused')],
  ['marked', t('May have closed')],
];

/** The kinds of reasons to refuse a row. */
const SKIPS: Record<string, string> = {
  id: t('number', null, 'refused row'),
  source: t('source', null, 'refused row'),
  name: t('name', null, 'refused row'),
  category: t('category', null, 'refused row'),
  place: t('place', null, 'refused row'),
  contradiction: t('city or ZIP code', null, 'refused row'),
  'ZIP code': t('ZIP code', null, 'refused row'),
  outside: t('outside of the region', null, 'refused row'),
  closed: t('closed', null, 'business'),
  planned: t('planned', null, 'refused row'),
  fields: t('number of fields', null, 'refused row'),
  'cut off': t('cut off', null, 'refused row'),
  repeated: t('repeated', null, 'refused row'),
  doubtful: t('doubtful', null, 'refused row'),
  'no business': t('no business', null, 'refused row'),
  'no name': t('name', null, 'refused row'),
  'quotation marks': t('quotation marks', null, 'refused row'),
  JSON: t('no feature of GeoJSON', null, 'refused row'),
};

/** What an import would do, and the list of every row that it would refuse, merge or mend. */
export function DryRunCounts({ uploadId, counts }: { uploadId: number; counts: Counts }) {
  const skips = Object.entries(counts.skips).sort(([, a], [, b]) => b - a);
  return (
    <div className="grid gap-3">
      <h4 className="font-semibold text-lg">{t('What the import would do')}</h4>
      <dl className="grid grid-cols-2 gap-3 lg:grid-cols-4">
        {LABELS.map(([name, label]) => (
          <div key={name} className="rounded-field border p-3">
            <dt className="text-muted text-sm">{label}</dt>
            <dd className="font-bold text-xl tabular-nums">{formatNumber(counts[name])}</dd>
          </div>
        ))}
      </dl>
      {skips.length > 0 && (
        <p>
          {t('Refused because of: {reasons}.', {
            reasons: skips.map(([kind, count]) => `${SKIPS[kind] ?? kind} ${formatNumber(count)}`).join(', '),
          })}
        </p>
      )}
      <div>
        <a
          href={`${UPLOADS_PATH}/${uploadId}/dry-run.csv`}
          download
          className={buttonClass({ variant: 'secondary', size: 'sm' })}
        >
          <Icon name="download" />
          {t('Refused, merged and mended rows (CSV)')}
        </a>
      </div>
    </div>
  );
}
