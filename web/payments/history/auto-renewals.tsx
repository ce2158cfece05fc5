import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '#contract/i18n/t.ts';
import type { AutoRenewal } from '#contract/plans/auto-renewal.ts';
import { formatDollarsAndCents } from '#contract/plans/plans.ts';
import { type ApiError, send } from '#web/base/api/api.ts';
import { rich } from '#web/base/i18n/rich.ts';
import { AUTO_RENEWALS_PATH } from '#web/base/session/own-listing-queries.ts';
import { useRunMutation } from '#web/base/session/use-run-mutation.ts';
import { Button } from '#web/base/ui/button.tsx';
import { Card } from '#web/base/ui/card.tsx';
import { srOnly } from '#web/base/ui/sr-only.tsx';
import { LongDate } from '#web/base/ui/time.tsx';
import { toast } from '#web/base/ui/toast.tsx';
import { formatCard } from './payment-labels.ts';

/** The plans that renew automatically, if there are any. One click stops each. */
export function AutoRenewals() {
  const client = useQueryClient();
  const { data } = useQuery<{ items: AutoRenewal[] }, ApiError>({ queryKey: [AUTO_RENEWALS_PATH] });
  const { runMutation, busy } = useRunMutation();
  // The address of what is being stopped.
  const [stopping, setStopping] = useState<string>();
  if (!data || data.items.length === 0) return null;

  const stop = async (path: string) => {
    setStopping(path);
    await runMutation(t('Couldn’t stop the renewal'), async () => {
      const { message } = await send<{ message: string }>('DELETE', path);
      toast({ title: t('Renewal stopped'), description: message, tone: 'success' });
    });
    await client.invalidateQueries({ queryKey: [AUTO_RENEWALS_PATH] });
    setStopping(undefined);
  };
  const button = (path: string) => ({
    variant: 'secondary' as const,
    size: 'sm' as const,
    busy: busy && stopping === path,
    disabled: busy,
    onClick: () => stop(path),
  });
  return (
    <Card as="section" aria-labelledby="auto-renewals" className="mb-6 grid gap-4 p-4 sm:p-6">
      <h3 id="auto-renewals" className="text-lg">
        {t('Renewing automatically')}
      </h3>
      <ul className="grid gap-4">
        {data.items.map((renewal) => (
          <li key={renewal.listing.id} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
            <div className="min-w-0">
              <bdi className="typed block font-semibold">{renewal.listing.title}</bdi>
              <span className="block text-muted text-sm tabular-nums">{describeRenewal(renewal)}</span>
            </div>
            <Button {...button(`/api/user/ads/${renewal.listing.id}/auto-renewal`)}>
              {rich('Stop the renewal<hidden> of {title}</hidden>', { hidden: srOnly, title: renewal.listing.title })}
            </Button>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-t pt-4 text-sm">
        <p className="max-w-measure text-muted">
          {t(
            'We email you before each charge. Removing your card stops every renewal; your plans stay until they end.',
          )}
        </p>
        <Button {...button('/api/user/saved-card')} variant="ghost">
          {t('Remove my card')}
        </Button>
      </div>
    </Card>
  );
}

function describeRenewal({ planName, amountCents, months, card, chargesAt }: AutoRenewal) {
  const terms = t('{plan}, {amount} every {months, plural, one {month} other {# months}}', {
    plan: planName,
    amount: formatDollarsAndCents(amountCents),
    months,
  });
  return (
    <>
      {terms}
      {card && `, ${formatCard(card)}`}
      <br />
      {chargesAt
        ? rich('Next charge on {day}', { day: <LongDate at={chargesAt} /> })
        : t('The next charge is known once your listing is approved.')}
    </>
  );
}
