import type { Desk } from '#contract/admin/desk.ts';
import { t } from '#contract/i18n/t.ts';
import { describeEntry } from '#web/admin/audit-log/kind-labels.ts';
import { EmptyCell } from '#web/admin/date-time.tsx';
import { DateTime } from '#web/base/ui/time.tsx';
import { Nothing, Panel } from './panel.tsx';

/** The entries of the audit log about the listing. */
export function Log({ desk: { audit, listing } }: { desk: Desk }) {
  return (
    <Panel title={t('Audit log')}>
      {audit.length === 0 && <Nothing>{t('Nothing yet.')}</Nothing>}
      <ul className="grid gap-3">
        {audit.map(({ id, at, kind, actorId, actor, reason }) => (
          <li key={id} className="typed">
            <span className="font-semibold">
              {describeEntry({ at, kind, listingId: listing.id, before: null, after: null })}
            </span>
            {reason && <p className="whitespace-pre-line">{reason}</p>}
            <p className="text-muted text-sm">
              <DateTime at={at} /> ·{' '}
              {actorId === null ? <EmptyCell /> : `${actor ?? t('a deleted account')} #${actorId}`}
            </p>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
