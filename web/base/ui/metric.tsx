import clsx from 'clsx';
import type { ReactNode } from 'react';
import { t } from '#contract/i18n/t.ts';
import { Card } from './card.tsx';
import { Icon } from './icon.tsx';
import { Info } from './info.tsx';

/** A row of `Metric`s, two columns on phones. */
export function MetricList({ children }: { children: ReactNode }) {
  return <dl className="grid grid-cols-2 gap-3 sm:gap-4 lg:grid-cols-4">{children}</dl>;
}

/** The change of a metric, with an arrow. */
interface MetricChange {
  direction: 'up' | 'down' | 'same';
  text: string;
}

const arrows = { up: 'arrow-up', down: 'arrow-down', same: 'arrow-right' };

/** One metric: its label, value, definition, and change if there is a value to compare with. */
export function Metric({
  label,
  value,
  note,
  about,
  change,
}: {
  label: string;
  value: ReactNode;
  note: ReactNode;
  about: ReactNode;
  change?: MetricChange | null;
}) {
  return (
    <Card className="metric flex flex-col p-4 sm:p-5">
      <dt className="flex items-start justify-between gap-2 font-semibold max-sm:text-sm">
        {label}
        <Info label={t('How {metric} is counted', { metric: label })}>{about}</Info>
      </dt>
      <dd className="mt-2 flex grow flex-col">
        <span className="font-bold text-3xl tabular-nums tracking-tight lg:text-4xl">{value}</span>
        <span className="mt-1 text-muted text-sm">{note}</span>
        {change && (
          <span
            className={clsx(
              'mt-2 flex items-start gap-1.5 font-semibold text-sm tabular-nums',
              change.direction === 'up' ? 'text-sage' : 'text-muted',
            )}
          >
            <Icon name={arrows[change.direction]} className="mt-0.5 size-4 shrink-0" />
            {change.text}
          </span>
        )}
      </dd>
    </Card>
  );
}
