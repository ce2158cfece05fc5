import { Badge } from '../ui/badge.tsx';
import { BarChart, RowChart } from '../ui/charts/chart.tsx';
import { ChartCard } from '../ui/charts/chart-card.tsx';
import type { Point } from '../ui/charts/point.ts';
import type { FigureRows } from '../ui/figure-table.tsx';
import { Icon } from '../ui/icon.tsx';
import { DEFINITIONS } from './definitions.ts';

// The age groups of the specification's section 9, in percent.
const AGES = { '18-24': 15, '25-34': 30, '35-44': 25, '45-54': 15, '55-64': 10, '65+': 5 };
// It fixes interest categories too, but not which: these are ours.
const INTERESTS = {
  'Food & dining': 28,
  'Home & garden': 22,
  Shopping: 18,
  'Health & beauty': 14,
  'Days out': 11,
  Events: 7,
};
const HEIGHT = 250;

/** What visitors might be like. Fixed examples, and said to be. */
export function Demographics() {
  const [ages, interests] = [pointsOf(AGES), pointsOf(INTERESTS)];
  const badge = <Badge>Illustrative</Badge>;
  return (
    <>
      <p className="mb-4 flex max-w-measure gap-2.5">
        <Icon name="info" className="mt-1 size-5 shrink-0 text-pacific" />
        <span>
          <strong className="font-semibold">Demographics are illustrative.</strong> They are the same example for every
          listing, and not measured: we do not know how old visitors are or what they like. Every other figure on this
          page was counted.
        </span>
      </p>
      <div className="grid gap-4 lg:grid-cols-2">
        <ChartCard
          title="Age distribution"
          about={DEFINITIONS.illustrative}
          aside={badge}
          twin={{ columns: ['Age', 'Example'], rows: rowsOf(ages) }}
        >
          <BarChart points={ages} says={saysOf('ages', ages)} height={HEIGHT} />
        </ChartCard>
        <ChartCard
          title="Interest categories"
          about={DEFINITIONS.illustrative}
          aside={badge}
          twin={{ columns: ['Interest', 'Example'], rows: rowsOf(interests) }}
        >
          <RowChart points={interests} says={saysOf('interests', interests)} height={HEIGHT} />
        </ChartCard>
      </div>
    </>
  );
}

const pointsOf = (percents: Record<string, number>): Point[] =>
  Object.entries(percents).map(([name, value]) => ({ name, value, label: `${value}%` }));

const rowsOf = (points: Point[]): FigureRows['rows'] => points.map(({ name, label = '' }) => [name, label]);

const saysOf = (what: string, points: Point[]) =>
  `An example of visitors’ ${what}, not measured: ${points.map(({ name, label }) => `${name} ${label}`).join(', ')}.`;
