import type { ReactNode } from 'react';
import { t } from '#contract/i18n/t.ts';
import { buttonClass } from '#web/base/ui/button.tsx';
import { Card } from '#web/base/ui/card.tsx';
import { chartPlaceholders } from '#web/base/ui/charts/chart-placeholders.tsx';

const INCLUDED_FEATURES = [
  t('Views by day, device and hour'),
  t('Clicks to your website, phone, map and shares'),
  t('Where on this site visitors came from'),
  t('Any date range up to a year, compared with the period before'),
  t('A table for every chart, and a CSV file to download'),
];

/** An upgrade prompt that lists what the analytics of a paid listing include. */
export function PremiumFeature({ children }: { children: ReactNode }) {
  return (
    <Card as="section" aria-labelledby="premium-feature" className="grid md:grid-cols-2">
      <div className="grid content-center gap-4 p-5 sm:p-8">
        <h2 id="premium-feature" className="text-xl sm:text-2xl">
          {t('Premium Feature')}
        </h2>
        <p className="text-lg">{children}</p>
        <ul className="checked grid gap-2">
          {INCLUDED_FEATURES.map((feature) => (
            <li key={feature}>{feature}</li>
          ))}
        </ul>
        <p className="text-muted">{t('We count views on every plan, so your history is here when you upgrade.')}</p>
        <p className="mt-2">
          <a href="/rates" className={buttonClass()}>
            {t('View Premium Options')}
          </a>
        </p>
      </div>
      <div aria-hidden="true" className="grid content-center gap-6 bg-pacific-wash p-6 max-md:hidden lg:p-10">
        <div className="h-40">{chartPlaceholders.bars}</div>
        <div className="grid grid-cols-2 gap-6">
          <div className="h-32">{chartPlaceholders.pie}</div>
          <div className="h-32">{chartPlaceholders.line}</div>
        </div>
      </div>
    </Card>
  );
}
