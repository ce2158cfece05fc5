import { useQuery } from '@tanstack/react-query';
import { t } from '#contract/i18n/t.ts';
import type { BranchNumbers as Numbers, OrganizationPage } from '#contract/ownership/organizations.ts';
import { toApiQuery, useDateRange } from '#web/analytics/date-range.ts';
import { DateRangePicker } from '#web/analytics/date-range-picker.tsx';
import { toOptionLabel } from '#web/base/session/namesakes.ts';
import { EmptyState } from '#web/base/ui/empty-state.tsx';
import { MetricTable } from '#web/base/ui/metric-table.tsx';
import { Section } from '#web/base/ui/section.tsx';
import { Spinner } from '#web/base/ui/spinner.tsx';
import { numbersQuery } from './organization-queries.ts';

type Counted = Numbers['total'];

const COLUMNS: [heading: string, name: keyof Counted][] = [
  [t('Views'), 'views'],
  [t('Impressions'), 'impressions'],
  [t('Phone clicks'), 'phoneClicks'],
  [t('Website clicks'), 'websiteClicks'],
  [t('Map clicks'), 'mapClicks'],
  [t('Shares'), 'shares'],
  [t('Messages'), 'messages'],
];

/** The numbers of all branches together and of each, for a range of days in the URL. */
export function BranchNumbers({ organization: { id, branches } }: { organization: OrganizationPage }) {
  const dates = useDateRange();
  const { data, error } = useQuery({
    ...numbersQuery(id, toApiQuery(dates.range, dates.today)),
    placeholderData: (previous) => previous,
  });
  const toCells = (numbers: Counted) => COLUMNS.map(([, name]) => numbers[name]);
  const isMeasured = data?.branches.some(({ numbers }) => numbers !== null);
  const toRows = ({ total, branches: counted }: Numbers) => [
    [t('All branches'), ...toCells(total)] as [string, ...number[]],
    ...counted.flatMap(({ id, numbers }) => {
      const branch = branches.find((one) => one.id === id);
      const name = branch && toOptionLabel(branch, branches);
      return name ? [[name, ...(numbers ? toCells(numbers) : COLUMNS.map(() => '–'))] as [string, ...string[]]] : [];
    }),
  ];
  return (
    <Section title={t('Numbers')} id="numbers">
      <DateRangePicker {...dates} />
      {!data && !error && <Spinner label={t('Loading the numbers…')} className="min-h-40" />}
      {error && !data && <EmptyState title={t('We couldn’t load the numbers')}>{error.message}</EmptyState>}
      {data && !isMeasured && (
        <EmptyState title={t('No numbers yet')}>
          {t('Numbers come with a paid plan, for each branch that has one.')}
        </EmptyState>
      )}
      {data && isMeasured && (
        <div className="mt-4">
          <MetricTable
            title={t('Numbers of the branches')}
            columns={[t('Branch'), ...COLUMNS.map(([heading]) => heading)]}
            rows={toRows(data)}
          />
          {data.branches.some(({ numbers }) => numbers === null) && (
            <p className="mt-2 text-muted text-sm">{t('– stands for a branch without a paid plan.')}</p>
          )}
        </div>
      )}
    </Section>
  );
}
