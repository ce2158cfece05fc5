import { t } from '#contract/i18n/t.ts';
import { Badge } from '#web/base/ui/badge.tsx';
import { BarChart, HorizontalBarChart } from '#web/base/ui/charts/chart.tsx';
import { ChartCard } from '#web/base/ui/charts/chart-card.tsx';
import type { DataPoint } from '#web/base/ui/charts/data-point.ts';
import { Icon } from '#web/base/ui/icon.tsx';
import type { MetricRows } from '#web/base/ui/metric-table.tsx';
import { DEFINITIONS } from './definitions.ts';
import { listPoints } from './shares.ts';

type Example = [name: string, percent: number];

// Fixed example values, in percent: the site does not measure demographics (docs/product.md, Analytics).
const AGES: Example[] = [
  ['18-24', 15],
  ['25-34', 30],
  ['35-44', 25],
  ['45-54', 15],
  ['55-64', 10],
  ['65+', 5],
];
const INTERESTS: Example[] = [
  [t('Food & dining'), 28],
  [t('Home & garden'), 22],
  [t('Shopping'), 18],
  [t('Health & beauty'), 14],
  [t('Outings'), 11],
  [t('Events'), 7],
];
const HEIGHT = 250;

/** Demographics of visitors: fixed examples, labelled as such. */
export function Demographics() {
  const [ages, interests] = [toPoints(AGES), toPoints(INTERESTS)];
  const badge = <Badge>{t('Illustrative')}</Badge>;
  return (
    <>
      <p className="mb-4 flex max-w-measure gap-2.5">
        <Icon name="info" className="mt-1 size-5 shrink-0 text-pacific" />
        <span>
          <strong className="font-semibold">{t('Demographics are illustrative.')}</strong>{' '}
          {t(
            'They’re the same example for every listing, because we don’t know visitors’ ages or interests. All other numbers on this page are measured.',
          )}
        </span>
      </p>
      <div className="grid gap-4 lg:grid-cols-2">
        <ChartCard
          title={t('Age distribution')}
          about={DEFINITIONS.illustrative}
          aside={badge}
          table={{ columns: [t('Age'), t('Example')], rows: toRows(ages) }}
        >
          <BarChart
            points={ages}
            description={t('An example of visitors’ ages, not measured: {values}.', { values: listPoints(ages) })}
            height={HEIGHT}
          />
        </ChartCard>
        <ChartCard
          title={t('Interest categories')}
          about={DEFINITIONS.illustrative}
          aside={badge}
          table={{ columns: [t('Interest'), t('Example')], rows: toRows(interests) }}
        >
          <HorizontalBarChart
            points={interests}
            description={t('An example of visitors’ interests, not measured: {values}.', {
              values: listPoints(interests),
            })}
            height={HEIGHT}
          />
        </ChartCard>
      </div>
    </>
  );
}

const toPoints = (examples: Example[]): DataPoint[] =>
  examples.map(([name, value]) => ({ name, value, label: `${value}%` }));

const toRows = (points: DataPoint[]): MetricRows['rows'] => points.map(({ name, label = '' }) => [name, label]);
