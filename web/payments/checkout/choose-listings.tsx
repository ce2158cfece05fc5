import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useNavigate } from 'react-router';
import { t } from '#contract/i18n/t.ts';
import type { OwnerListing } from '#contract/owner-listings.ts';
import { MAX_ORDERED_LISTINGS } from '#contract/plans/payment-intent-request.ts';
import type { getPaidPlan } from '#contract/plans/plans.ts';
import { toPlaceLine } from '#web/base/session/namesakes.ts';
import { ownListingsQuery } from '#web/base/session/own-listing-queries.ts';
import { Button } from '#web/base/ui/button.tsx';
import { Skeleton, SkeletonGroup } from '#web/base/ui/skeleton.tsx';
import { checkoutPath } from '#web/owner-listings/checkout-path.ts';
import { isRenewalDue } from '#web/owner-listings/renewing/due-listings.ts';
import { expiryText, getDisplayStatus, LEVEL_NAMES, STATUS_BADGES } from '#web/owner-listings/status.ts';
import { CancelLink } from './cancel-link.tsx';

/** Asks which of the user's listings a plan is for, by checkboxes. */
export default function ChooseListings({ plan }: { plan: ReturnType<typeof getPaidPlan> }) {
  const navigate = useNavigate();
  const errorId = useId();
  const { data, isError } = useQuery(ownListingsQuery);
  const [chosen, setChosen] = useState<number[]>([]);
  const [attempted, setAttempted] = useState(false);
  const [now] = useState(Date.now);
  if (!data && !isError) return <ListingsSkeleton />;
  const listings = (data?.items ?? []).filter((listing) => isPayable(listing, plan)).slice(0, MAX_ORDERED_LISTINGS);
  const due = listings.flatMap((listing) => (isRenewalDue(listing, now) ? listing.id : []));
  const isMissing = attempted && chosen.length === 0;
  const toggle = (id: number, isChosen: boolean) =>
    setChosen(isChosen ? [...chosen, id] : chosen.filter((other) => other !== id));
  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        setAttempted(true);
        if (chosen.length > 0)
          void navigate(
            checkoutPath({ plan: plan.id, listing: null, listings: listings.filter(({ id }) => chosen.includes(id)) }),
          );
      }}
    >
      <h2 id="pay" className="text-xl">
        {t('Which listings is this for?')}
      </h2>
      <p className="text-muted">
        {t('One payment, one receipt and one invoice for all of them. You’ll pay on the next screen.')}
      </p>
      {listings.length === 0 && <p>{t('None of your listings can be paid for with this plan.')}</p>}
      {listings.length > 0 && (
        <fieldset className="grid gap-1" aria-describedby={isMissing ? errorId : undefined}>
          <legend className="sr-only">{t('Your listings')}</legend>
          {listings.length > 1 && (
            <label className="flex min-h-11 items-center gap-3 font-semibold">
              <input
                type="checkbox"
                className="size-5 shrink-0"
                checked={chosen.length === listings.length}
                onChange={({ target }) => setChosen(target.checked ? listings.map(({ id }) => id) : [])}
              />
              {t('All {count, plural, one {# listing} other {# listings}}', { count: listings.length })}
            </label>
          )}
          {due.length > 0 && due.length < listings.length && (
            <label className="flex min-h-11 items-center gap-3 font-semibold">
              <input
                type="checkbox"
                className="size-5 shrink-0"
                checked={chosen.length === due.length && due.every((id) => chosen.includes(id))}
                onChange={({ target }) => setChosen(target.checked ? due : [])}
              />
              {t('Only those whose paid time ends soon or has ended: {count}', { count: due.length })}
            </label>
          )}
          {listings.map((listing) => (
            <label key={listing.id} className="flex min-h-14 items-center gap-3 border-t py-2">
              <input
                type="checkbox"
                className="size-5 shrink-0"
                checked={chosen.includes(listing.id)}
                onChange={({ target }) => toggle(listing.id, target.checked)}
              />
              <span className="min-w-0">
                <span className="typed line-clamp-2 block font-semibold">{listing.title}</span>
                <span className="block text-muted text-sm">
                  {toPlaceLine(listing)} · {LEVEL_NAMES[listing.level]} ·{' '}
                  {STATUS_BADGES[getDisplayStatus(listing)].label} · {expiryText(listing, now)}
                </span>
              </span>
            </label>
          ))}
        </fieldset>
      )}
      {isMissing && (
        <p id={errorId} role="alert" className="text-danger">
          {t('Choose at least one listing.')}
        </p>
      )}
      <div className="grid gap-3">
        {listings.length > 0 && (
          <Button type="submit" size="lg">
            {t('{count, plural, =0 {Continue} one {Continue with # listing} other {Continue with # listings}}', {
              count: chosen.length,
            })}
          </Button>
        )}
        <CancelLink />
      </div>
    </form>
  );
}

/** Whether a plan can be bought for a listing: an enhanced one cannot for a premium listing. */
const isPayable = ({ status, level }: OwnerListing, plan: ReturnType<typeof getPaidPlan>) =>
  (status === 'active' || status === 'paused') && (level !== 'premium' || plan.level === 'premium');

function ListingsSkeleton() {
  return (
    <SkeletonGroup label={t('Loading your listings…')} className="grid gap-3">
      <Skeleton className="h-8" />
      <Skeleton className="h-16" />
      <Skeleton className="h-16" />
    </SkeletonGroup>
  );
}
