import { t } from '#contract/i18n/t.ts';
import type { OwnerListingPage } from '#contract/owner-listings.ts';
import { Icon } from '#web/base/ui/icon.tsx';
import { formatPaidUntil, LEVEL_NAMES } from './status.ts';

/** The listing's level, shown where the form of a new listing has the premium switch. */
export function LevelNote({ own: { level, paidUntil, expiresAt } }: { own: OwnerListingPage }) {
  const isPaid = level !== 'free';
  return (
    <p className="flex gap-3 rounded-card border p-4">
      <Icon name={isPaid ? 'star' : 'info'} className="mt-1 size-5 shrink-0 text-pacific" />
      <span>
        <strong className="block font-semibold">
          {isPaid && paidUntil
            ? t('{level} until {until}', {
                level: LEVEL_NAMES[level],
                until: formatPaidUntil({ paidUntil, expiresAt }, Date.now()),
              })
            : LEVEL_NAMES[level]}
        </strong>
        <span className="text-muted text-sm">
          {isPaid
            ? t('Visitors can see your website, logo, photos and social links.')
            : t('We’ll save your website, photos and social links and show them when you’re on a paid plan.')}
        </span>
      </span>
    </p>
  );
}
