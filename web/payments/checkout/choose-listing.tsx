import { useQuery } from '@tanstack/react-query';
import { t } from '#contract/i18n/t.ts';
import type { OwnerListing } from '#contract/owner-listings.ts';
import type { getPaidPlan } from '#contract/plans/plans.ts';
import { rich } from '#web/base/i18n/rich.ts';
import { toPlaceLine } from '#web/base/session/namesakes.ts';
import { ownListingsQuery } from '#web/base/session/own-listing-queries.ts';
import { buttonClass } from '#web/base/ui/button.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { Skeleton, SkeletonGroup } from '#web/base/ui/skeleton.tsx';
import { checkoutPath } from '#web/owner-listings/checkout-path.ts';
import { getDisplayStatus, LEVEL_NAMES, STATUS_BADGES } from '#web/owner-listings/status.ts';
import { CancelLink } from './cancel-link.tsx';

/** Asks which listing a plan is for: one of the user's, or a new one, whose form comes before paying. */
export function ChooseListing({ plan }: { plan: ReturnType<typeof getPaidPlan> }) {
  const { data, isError } = useQuery(ownListingsQuery);
  if (!data && !isError) return <ListingsSkeleton />;
  const listings = data?.items.filter(isPayable) ?? [];
  return (
    <div className="grid gap-4">
      <h2 id="pay" className="text-xl">
        {listings.length > 0 ? t('Which listing is this for?') : t('Start with your listing')}
      </h2>
      {listings.length > 0 ? (
        <>
          <p className="text-muted">{t('You’ll pay on the next screen.')}</p>
          <ul aria-label={t('Your listings')} className="grid gap-2">
            {listings.map((listing) => (
              <li key={listing.id}>
                <a
                  href={checkoutPath({ plan: plan.id, listing })}
                  className="flex min-h-16 items-center justify-between gap-3 rounded-field border px-3.5 py-2 transition-colors hover:border-line-strong"
                >
                  <span className="min-w-0">
                    <span className="typed line-clamp-2 block font-semibold">{listing.title}</span>
                    <span className="block text-muted text-sm">
                      {toPlaceLine(listing)} · {LEVEL_NAMES[listing.level]} ·{' '}
                      {STATUS_BADGES[getDisplayStatus(listing)].label}
                    </span>
                  </span>
                  <Icon name="arrow-right" className="size-5 shrink-0 text-muted" />
                </a>
              </li>
            ))}
          </ul>
        </>
      ) : (
        <p className="text-muted">{START_TEXTS[plan.level === 'premium' ? 'premium' : 'enhanced']}</p>
      )}
      {listings.length > 1 && (
        <p>
          <a href={checkoutPath({ plan: plan.id, listing: null, listings: [] })} className="link">
            {t('Pay for several listings at once')}
          </a>
        </p>
      )}
      {data?.items.some(({ level }) => level === 'premium') && (
        <p className="text-muted text-sm">
          {rich('To extend a Premium listing, go to <link>your listings</link>.', {
            link: (text) => (
              <a href="/account#listings" className="link">
                {text}
              </a>
            ),
          })}
        </p>
      )}
      <div className="grid gap-3">
        <a
          href={plan.level === 'premium' ? '/post-ad?plan=premium' : '/post-ad?plan=free'}
          className={buttonClass({ variant: listings.length > 0 ? 'secondary' : 'primary' })}
        >
          {listings.length > 0 ? t('Post a new listing') : t('Post your listing')}
        </a>
        <CancelLink />
      </div>
    </div>
  );
}

const START_TEXTS = {
  premium: t('Fill in the form first. When your listing is ready, you’ll choose a term and pay.'),
  enhanced: t('Post it free first. Then come back here and choose it.'),
};

/**
 * Whether a plan is offered for a listing. A draft is paid for from its form, and a premium listing is extended from the account: neither is
 * what somebody means who comes from the rates.
 */
const isPayable = ({ status, level }: OwnerListing) =>
  (status === 'active' || status === 'paused') && level !== 'premium';

function ListingsSkeleton() {
  return (
    <SkeletonGroup label={t('Loading your listings…')} className="grid gap-3">
      <Skeleton className="h-8" />
      <Skeleton className="h-16" />
      <Skeleton className="h-16" />
    </SkeletonGroup>
  );
}
