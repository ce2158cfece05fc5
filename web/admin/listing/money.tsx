import type { Desk } from '#contract/admin/desk.ts';
import { t } from '#contract/i18n/t.ts';
import { formatDollars } from '#contract/plans/plans.ts';
import { GiveLink } from '#web/admin/plans/gift-credits/give-link.tsx';
import { rich } from '#web/base/i18n/rich.ts';
import { Badge } from '#web/base/ui/badge.tsx';
import { DateTime } from '#web/base/ui/time.tsx';
import { LEVEL_NAMES } from '#web/owner-listings/status.ts';
import { Nothing, Panel } from './panel.tsx';

/** What was paid for the listing; nothing for roles that may not see payments. */
export function Money({ desk: { terms, owner } }: { desk: Desk }) {
  if (terms === null) return null;
  return (
    <Panel title={t('Payments')}>
      {terms.length === 0 && <Nothing>{t('Nothing was paid for this listing.')}</Nothing>}
      <ul className="grid gap-3">
        {terms.map((term) => (
          <li key={term.paymentId}>
            <span className="font-semibold tabular-nums">
              {term.amountCents === 0 ? t('Gift credit') : formatDollars(term.amountCents)}
            </span>{' '}
            {LEVEL_NAMES[term.level]} {term.endedAt && <Badge tone="danger">{t('Ended early')}</Badge>}
            <p className="text-muted text-sm">
              {rich('Payment #{id} · {start} to {end}', {
                id: term.paymentId,
                start: <DateTime at={term.startsAt} />,
                end: <DateTime at={term.endedAt ?? term.endsAt} />,
              })}
            </p>
          </li>
        ))}
      </ul>
      {owner && (
        <div className="mt-3">
          <GiveLink username={owner.username} />
        </div>
      )}
    </Panel>
  );
}
