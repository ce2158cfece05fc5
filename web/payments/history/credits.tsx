import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { t } from '#contract/i18n/t.ts';
import type { OwnerListing } from '#contract/owner-listings.ts';
import type { Payment } from '#contract/payments.ts';
import { send } from '#web/base/api/api.ts';
import { useSite } from '#web/base/api/site.tsx';
import { toOptionLabel } from '#web/base/session/namesakes.ts';
import { OWN_LISTINGS_PATH, ownListingsQuery } from '#web/base/session/own-listing-queries.ts';
import { useRunMutation } from '#web/base/session/use-run-mutation.ts';
import { Button, buttonClass } from '#web/base/ui/button.tsx';
import { Card } from '#web/base/ui/card.tsx';
import { Select } from '#web/base/ui/form/controls.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { toast } from '#web/base/ui/toast.tsx';
import { useCredits } from '#web/listing-form/credit-queries.ts';
import { invalidateListings } from '#web/listings/invalidate-listings.ts';
import { formatDay, getDisplayStatus, LEVEL_NAMES, STATUS_BADGES } from '#web/owner-listings/status.ts';

/** The unused credits, if there are any: paid, or given by the staff. The next listing uses the oldest. */
export function Credits() {
  const { name } = useSite();
  const [next, ...others] = useCredits();
  if (!next) return null;
  return (
    <Card className="mb-6 grid gap-4 p-4 sm:p-6">
      <div className="flex gap-3">
        <Icon name="star" className="mt-0.5 size-6 shrink-0 text-poppy-text" />
        <div>
          <h3 className="text-lg">
            {next.isGift
              ? t('You have a free {plan} from {site}', { plan: next.planName, site: name })
              : t('You have a paid {plan} waiting', { plan: next.planName })}
          </h3>
          <p className="mt-1 max-w-measure text-muted">
            {t('It doesn’t expire, and your term starts when you use it.')}
            {others.length > 0 &&
              ` ${t('Up next: {plans}.', { plans: others.map(({ planName }) => planName).join(', ') })}`}
          </p>
        </div>
      </div>
      <div className="flex flex-wrap items-end gap-x-6 gap-y-4">
        <RedeemCredit credit={next} />
        <a href="/post-ad?plan=premium" className={buttonClass()}>
          <Icon name="store" />
          {next.level === 'premium' ? t('Post a premium listing') : t('Post a listing')}
        </a>
      </div>
    </Card>
  );
}

/** A form that applies a credit to an existing listing. */
function RedeemCredit({ credit }: { credit: Payment }) {
  const id = useId();
  const client = useQueryClient();
  const { runMutation, busy } = useRunMutation();
  const [listingId, setListingId] = useState('');
  const { data } = useQuery(ownListingsQuery);
  const listings = data?.items.filter(({ status }) => REDEEMABLE_STATUSES.includes(status)) ?? [];
  if (listings.length === 0) return null;

  const redeem = async () => {
    await runMutation(t('Couldn’t use your credit'), async () => {
      const listing = await send<OwnerListing>('POST', `${OWN_LISTINGS_PATH}/${listingId}/redeem`);
      const day = listing.paidUntil ? formatDay(listing.paidUntil, Date.now()) : '';
      const title = t('{level} until {day}', { level: LEVEL_NAMES[listing.level], day });
      toast({ title, description: listing.title, tone: 'success' });
    });
    await invalidateListings(client);
  };
  return (
    <div className="w-full sm:w-auto sm:min-w-80">
      <label htmlFor={id} className="mb-1.5 block font-semibold">
        {t('Use {plan} for', { plan: credit.planName })}
      </label>
      <div className="flex gap-2">
        <Select id={id} value={listingId} onChange={({ target }) => setListingId(target.value)} className="min-w-0">
          <option value="">{t('Choose a listing')}</option>
          {listings.map((listing) => (
            <option key={listing.id} value={listing.id}>
              {toOptionLabel(listing, listings)} · {STATUS_BADGES[getDisplayStatus(listing)].label.toLowerCase()}
            </option>
          ))}
        </Select>
        <Button variant="secondary" busy={busy} disabled={listingId === ''} onClick={redeem} className="shrink-0">
          {busy ? t('Applying...') : t('Apply')}
        </Button>
      </div>
    </div>
  );
}

/** The statuses in which a listing can be paid for. */
const REDEEMABLE_STATUSES: OwnerListing['status'][] = ['draft', 'active', 'paused'];
