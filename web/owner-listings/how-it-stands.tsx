import clsx from 'clsx';
import type { OwnAd } from '#contract/own-listings.ts';
import { Badge } from '../ui/badge.tsx';
import { Icon } from '../ui/icon.tsx';
import { endInWords, endsSoon, STANDINGS, standingOf } from './standing.ts';

/** A listing's status and its end, in words. */
export function HowItStands({ ad, now = Date.now() }: { ad: OwnAd; now?: number }) {
  const { word, icon, tone } = STANDINGS[standingOf(ad)];
  const soon = endsSoon(ad, now);
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1 as-table:block">
      <Badge tone={tone}>
        <Icon name={icon} />
        {word}
      </Badge>
      <p className={clsx('text-sm as-table:mt-1', soon ? 'font-semibold text-poppy-text' : 'text-muted')}>
        {endInWords(ad, now)}
      </p>
    </div>
  );
}
