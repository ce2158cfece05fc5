import type { ReactNode } from 'react';
import { buttonClass } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { chartPlaceholders } from '../ui/charts/chart-placeholders.tsx';

const INCLUDED_FEATURES = [
  'Views by day, device and hour',
  'Clicks to your website, phone, map and shares',
  'Where on this site visitors came from',
  'Any days, up to a year at once, against those before',
  'A table of every chart, and a file for your spreadsheet',
];

/** An upgrade prompt that lists what the analytics of a paid listing include. */
export function PremiumFeature({ children }: { children: ReactNode }) {
  return (
    <Card as="section" aria-labelledby="premium-feature" edge className="grid md:grid-cols-2">
      <div className="grid content-center gap-4 p-5 sm:p-8">
        <h2 id="premium-feature" className="text-xl sm:text-2xl">
          Premium Feature
        </h2>
        <p className="text-lg">{children}</p>
        <ul className="checked grid gap-2">
          {INCLUDED_FEATURES.map((feature) => (
            <li key={feature}>{feature}</li>
          ))}
        </ul>
        <p className="text-muted">We count at every level: what came so far is here the day you upgrade.</p>
        <p className="mt-2">
          <a href="/rates" className={buttonClass({ variant: 'accent' })}>
            View Premium Options
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
