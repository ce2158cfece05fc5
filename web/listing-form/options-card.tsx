import clsx from 'clsx';
import { lazy, Suspense } from 'react';
import { t } from '#contract/i18n/t.ts';
import { Card } from '#web/base/ui/card.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { Skeleton } from '#web/base/ui/skeleton.tsx';
import { Tabs } from '#web/base/ui/tabs.tsx';

// Loaded when its tab is opened.
const Pricing = lazy(() => import('#web/pricing/form-prices.tsx'));

/** Features and prices of free and premium listings. */
export function OptionsCard() {
  return (
    <Card as="section" aria-labelledby="listing-options" className="p-4 sm:p-6">
      <h2 id="listing-options" className="mb-4 text-xl">
        {t('Listing Options')}
      </h2>
      <Tabs
        label={t('Listing options')}
        tabs={[
          { value: 'compare', label: t('Compare'), content: <Compare /> },
          {
            value: 'pricing',
            label: t('Pricing'),
            content: (
              <Suspense fallback={<Skeleton className="h-72" />}>
                <Pricing />
              </Suspense>
            ),
          },
        ]}
      />
    </Card>
  );
}

const levels = [
  { name: t('Free'), listing: t('Basic listing'), premium: false },
  { name: 'Premium', listing: t('Enhanced listing'), premium: true },
];
const extras = [t('Featured placement'), t('Analytics dashboard'), t('Map pin')];

function Compare() {
  return (
    <div className="grid grid-cols-2 gap-3">
      {levels.map(({ name, listing, premium }) => (
        <div key={name} className={clsx('rounded-field border p-3', premium && 'bg-poppy-wash')}>
          <h3 className={clsx('text-lg', premium && 'text-poppy-text')}>{name}</h3>
          <ul className="mt-2 grid gap-2 text-sm">
            <Feature has>{listing}</Feature>
            <Feature has>{t('Contact information')}</Feature>
            {extras.map((extra) => (
              <Feature key={extra} has={premium}>
                {extra}
              </Feature>
            ))}
          </ul>
        </div>
      ))}
    </div>
  );
}

function Feature({ has, children }: { has: boolean; children: string }) {
  return (
    <li className={clsx('flex gap-2', !has && 'text-muted')}>
      <Icon
        name={has ? 'circle-check' : 'circle-x'}
        className={clsx('mt-0.5 size-4.5 shrink-0', has ? 'text-sage' : 'text-muted')}
      />
      <span>
        {!has && <span className="sr-only">{t('Not included: ')}</span>}
        {children}
      </span>
    </li>
  );
}
