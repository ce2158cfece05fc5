import type { ReactNode } from 'react';
import { t } from '#contract/i18n/t.ts';
import { Card } from './card.tsx';
import { Info } from './info.tsx';

/** A chart or table of metrics with a title, and a button that shows how they are counted. */
export function MetricCard({
  title,
  about,
  aside,
  children,
}: {
  title: string;
  about: ReactNode;
  /** Text at the end of the title line. */
  aside?: ReactNode;
  children: ReactNode;
}) {
  return (
    <Card className="metric-card grid grid-cols-[minmax(0,1fr)] content-start gap-4 p-4 sm:p-6">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <div className="flex items-center gap-1">
          <h3 className="text-lg">{title}</h3>
          <Info label={t('How {metric} is counted', { metric: title })}>{about}</Info>
        </div>
        {aside}
      </div>
      {children}
    </Card>
  );
}
