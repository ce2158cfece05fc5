import type { OwnAdPage } from '#contract/own-listings.ts';
import { Icon } from '../ui/icon.tsx';
import { dayOf, LEVELS } from './standing.ts';

/** What the listing has, in the place where a new one chooses. */
export function LevelNote({ own: { level, paidUntil } }: { own: OwnAdPage }) {
  const isPaid = level !== 'free';
  return (
    <p className="flex gap-3 rounded-card border p-4">
      <Icon name={isPaid ? 'star' : 'info'} className="mt-1 size-5 shrink-0 text-pacific" />
      <span>
        <strong className="block font-semibold">
          {LEVELS[level]}
          {isPaid && paidUntil && ` until ${dayOf(paidUntil, Date.now())}`}
        </strong>
        <span className="text-muted text-sm">
          {isPaid
            ? 'Visitors see your website, logo, pictures and social links.'
            : 'Website, pictures and social links are kept, and shown once the listing is at a paid level.'}
        </span>
      </span>
    </p>
  );
}
