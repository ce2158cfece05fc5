import type { ComponentProps, ReactNode } from 'react';
import { t } from '#contract/i18n/t.ts';
import { Icon } from '#web/base/ui/icon.tsx';
import { MetricCard } from '#web/base/ui/metric-card.tsx';
import { type MetricRows, MetricTable } from '#web/base/ui/metric-table.tsx';
import { chartPlaceholders } from './chart-placeholders.tsx';

/**
 * A chart with its data as a table below it. Without data it shows the message `empty` over a placeholder of the same
 * height.
 */
export function ChartCard({
  table,
  empty,
  children,
  ...card
}: ComponentProps<typeof MetricCard> & {
  /** The same data as table rows. */
  table: MetricRows;
  /** For a chart without data: the message, and the shape and height (in pixels) of the placeholder. */
  empty?: { title: string; text: ReactNode; shape: keyof typeof chartPlaceholders; height: number } | false;
}) {
  return (
    <MetricCard {...card}>
      {empty ? (
        <div className="relative grid place-items-center" style={{ minHeight: empty.height }}>
          <span className="absolute inset-0">{chartPlaceholders[empty.shape]}</span>
          <div className="relative max-w-90 rounded-card bg-card px-4 py-3 text-center">
            <p className="font-bold">{empty.title}</p>
            <p className="mt-1 text-muted text-sm">{empty.text}</p>
          </div>
        </div>
      ) : (
        <>
          {children}
          <details className="no-print group -mb-2">
            <summary className="-mx-2 inline-flex min-h-11 items-center gap-2 rounded-field px-2 font-semibold text-pacific text-sm underline-offset-4 hover:underline">
              {t('Show as table')}
              <Icon name="chevron-down" className="size-4 transition-transform group-open:rotate-180" />
            </summary>
            <MetricTable title={t('{title}, as a table', { title: card.title })} {...table} />
          </details>
        </>
      )}
    </MetricCard>
  );
}
