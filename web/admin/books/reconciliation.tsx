import { useState } from 'react';
import type { Reconciliation } from '#contract/admin/reconciliation.ts';
import { t } from '#contract/i18n/t.ts';
import { formatDollarsAndCents } from '#contract/plans/plans.ts';
import { ADMIN_API_PREFIX } from '#web/admin/admin-queries.ts';
import { fetchApi, parseResponse } from '#web/base/api/api.ts';
import { useRunMutation } from '#web/base/session/use-run-mutation.ts';
import { Button } from '#web/base/ui/button.tsx';
import { Icon } from '#web/base/ui/icon.tsx';

const DAYS = 30;

/** Compares the ledger with Stripe, as `npm run payments:reconcile` does. */
export function ReconciliationCheck() {
  const [found, setFound] = useState<Reconciliation | null>(null);
  const { runMutation, busy } = useRunMutation();
  const compare = () =>
    runMutation(t('Couldn’t compare with Stripe'), async () => {
      const path = `${ADMIN_API_PREFIX}payments/reconciliation?days=${DAYS}`;
      setFound((await parseResponse(await fetchApi(path, {}))) as Reconciliation);
    });
  return (
    <div className="grid gap-3">
      <p>
        <Button variant="secondary" busy={busy} onClick={compare}>
          {!busy && <Icon name="circle-check" />}
          {busy ? t('Comparing...') : t('Compare with Stripe')}
        </Button>
      </p>
      <div role="status">{found && <Result {...found} />}</div>
    </div>
  );
}

function Result({ charges, chargedCents, refundedCents, differences }: Reconciliation) {
  const isEqual = differences.length === 0;
  return (
    <>
      <p className="flex items-start gap-2">
        <Icon
          name={isEqual ? 'circle-check' : 'circle-alert'}
          className={`mt-0.5 size-5 shrink-0 ${isEqual ? 'text-sage' : 'text-danger'}`}
        />
        <span>
          {t(
            '{differences, plural, =0 {Our payments match Stripe’s.} one {# difference between our payments and Stripe’s.} other {# differences between our payments and Stripe’s.}} {charges, plural, one {# charge} other {# charges}} in {days, plural, one {# day} other {# days}}: {charged} taken, {refunded} refunded.',
            {
              differences: differences.length,
              charges,
              days: DAYS,
              charged: formatDollarsAndCents(chargedCents),
              refunded: formatDollarsAndCents(refundedCents),
            },
          )}
        </span>
      </p>
      {!isEqual && (
        <ul className="wrap-anywhere mt-2 list-disc pl-12 text-sm">
          {differences.map((difference) => (
            <li key={difference}>{difference}</li>
          ))}
        </ul>
      )}
    </>
  );
}
