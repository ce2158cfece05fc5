import { useId, useState } from 'react';
import type { Analytics } from '#contract/analytics.ts';
import type { Language } from '#contract/i18n/languages.ts';
import { t } from '#contract/i18n/t.ts';
import { Badge } from '#web/base/ui/badge.tsx';
import { Button } from '#web/base/ui/button.tsx';
import { BarChart, HorizontalBarChart } from '#web/base/ui/charts/chart.tsx';
import { ChartCard } from '#web/base/ui/charts/chart-card.tsx';
import type { DataPoint } from '#web/base/ui/charts/data-point.ts';
import { Icon } from '#web/base/ui/icon.tsx';
import type { MetricRows } from '#web/base/ui/metric-table.tsx';
import { LANGUAGE_LABELS } from '#web/listing-form/texts/language-labels.ts';
import { DEFINITIONS } from './definitions.ts';
import { listPoints, toSharePoints, toShareRows } from './shares.ts';

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

/** What is measured of visitors, and behind a button the specified groups, which are not: a fixed example, labeled as such. */
export function Demographics({ analytics: { languages, locations } }: { analytics: Analytics }) {
  const named = languages.map(({ name, value }) => ({ name: LANGUAGE_LABELS[name as Language] ?? name, value }));
  const [languagePoints, placePoints] = [toSharePoints(named), toSharePoints(locations)];
  return (
    <>
      <div className="grid gap-4 lg:grid-cols-2">
        <ChartCard
          title={t('Languages')}
          about={DEFINITIONS.languages}
          empty={
            named.length === 0 && {
              title: t('No language data available yet'),
              text: t('See whether customers read your listing in English or Spanish.'),
              shape: 'rows',
              height: HEIGHT,
            }
          }
          table={{ columns: [t('Language'), t('Views'), t('Share', null, 'part')], rows: toShareRows(named) }}
        >
          <HorizontalBarChart
            points={languagePoints}
            description={t('Views by language: {values}.', { values: listPoints(languagePoints) })}
            height={HEIGHT}
          />
        </ChartCard>
        <ChartCard
          title={t('Places')}
          about={DEFINITIONS.locations}
          empty={
            locations.length === 0 && {
              title: t('No location data available yet'),
              text: t('See which pages bring you visitors: your city’s, your ZIP code’s or your county’s.'),
              shape: 'rows',
              height: HEIGHT,
            }
          }
          table={{ columns: [t('Came from'), t('Views'), t('Share', null, 'part')], rows: toShareRows(locations) }}
        >
          <HorizontalBarChart
            points={placePoints}
            description={t('Views by the place that visitors came from: {values}.', {
              values: listPoints(placePoints),
            })}
            height={HEIGHT}
          />
        </ChartCard>
      </div>
      <p className="mt-4 max-w-measure text-muted">
        {t(
          'We don’t recognize visitors from one day to the next, so we can’t tell new ones from returning ones. We don’t know their ages or interests either.',
        )}
      </p>
      <Example />
    </>
  );
}

/** Ages and interests, drawn as an example. */
function Example() {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const [ages, interests] = [toPoints(AGES), toPoints(INTERESTS)];
  const badge = <Badge>{t('Illustrative')}</Badge>;
  return (
    <>
      <Button
        variant="secondary"
        size="sm"
        className="no-print mt-4"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        {isOpen ? t('Hide the example') : t('See an example')}
      </Button>
      <div id={id} hidden={!isOpen}>
        {isOpen && (
          <div className="mt-4 rounded-card border-2 border-line-strong border-dashed p-4">
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
          </div>
        )}
      </div>
    </>
  );
}

const toPoints = (examples: Example[]): DataPoint[] =>
  examples.map(([name, value]) => ({ name, value, label: `${value}%` }));

const toRows = (points: DataPoint[]): MetricRows['rows'] => points.map(({ name, label = '' }) => [name, label]);
