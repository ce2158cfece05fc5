import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { BulkAction } from '#contract/admin/bulk-actions.ts';
import type { WithBlock } from '#contract/admin/decisions.ts';
import { t } from '#contract/i18n/t.ts';
import { invalidateAdminQueries } from '#web/admin/admin-actions.ts';
import { Decidable } from '#web/admin/decidable.tsx';
import { ExpandableText } from '#web/admin/expandable-text.tsx';
import { rich } from '#web/base/i18n/rich.ts';
import { PaginatedList } from '#web/base/layout/paginated-list.tsx';
import { Button } from '#web/base/ui/button.tsx';
import { Dialog } from '#web/base/ui/dialog.tsx';
import { EmptyState } from '#web/base/ui/empty-state.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { DateTime } from '#web/base/ui/time.tsx';
import { useBulkActionRunner, useBulkActions } from './bulk-queries.ts';
import { KIND_TEXTS } from './kinds.ts';
import { describeOwnersEmailed } from './owners-emailed.ts';
import { Refusals } from './refusals.tsx';
import { ActionProgress, ActionRefusals, isUndoable, isUndoing } from './running-action.tsx';

const POLL_MS = 2000;

/** The bulk actions of the past 30 days, each of which can be undone. */
export function RecentBulkActions() {
  const actions = useBulkActions();
  const { undo } = useBulkActionRunner();
  const isAnyRunning = actions.rows?.some((action) => action.pending > 0 || isUndoing(action)) ?? false;
  const { retry } = actions;
  useEffect(() => {
    if (!isAnyRunning) return;
    const timer = setInterval(retry, POLL_MS);
    return () => clearInterval(timer);
  });
  const client = useQueryClient();
  // The listings are as they were once an undo has ended.
  useEffect(() => (isAnyRunning ? () => invalidateAdminQueries(client) : undefined), [client, isAnyRunning]);
  const [asked, setAsked] = useState<BulkAction | null>(null);
  const [pendingId, setPendingId] = useState<number | null>(null);
  const confirm = async ({ id }: BulkAction) => {
    // A toast below an open dialog is not announced.
    setAsked(null);
    setPendingId(id);
    await undo(id);
    setPendingId(null);
  };
  return (
    <>
      <PaginatedList
        list={actions}
        itemsLabel={t('bulk actions')}
        errorTitle={t('Failed to fetch bulk actions')}
        empty={
          <EmptyState title={t('No bulk actions yet')}>
            {t('When somebody changes several listings at once under Listings, you can undo it here for 30 days.')}
          </EmptyState>
        }
      >
        {(rows) => (
          <ul className="divide-y divide-line rounded-card border bg-card">
            {rows.map((action) => (
              <ActionRow
                key={action.id}
                action={action}
                busy={pendingId === action.id}
                onUndo={() => setAsked(action)}
              />
            ))}
          </ul>
        )}
      </PaginatedList>
      <Dialog
        open={asked !== null}
        onClose={() => setAsked(null)}
        title={asked ? t('Undo: {action}?', { action: toTitle(asked) }) : ''}
        actions={
          <>
            <Button onClick={() => asked && void confirm(asked)}>{t('Undo')}</Button>
            <Button variant="secondary" onClick={() => setAsked(null)}>
              {t('Cancel')}
            </Button>
          </>
        }
      >
        {asked && describeUndo(asked)}
      </Dialog>
    </>
  );
}

function describeUndo({ changed, undone, left, owned }: BulkAction) {
  const count = changed - undone - left.length;
  return (
    <>
      <p>
        {t(
          '{count, plural, one {The listing goes back to how it was. If somebody changed it since, it stays as it is, and you’ll see it.} other {Each of the # listings goes back to how it was. Those that somebody changed since stay as they are, and you’ll see which ones.}}',
          { count },
        )}
      </p>
      <p className="mt-3">{describeOwnersEmailed(owned, count)}</p>
    </>
  );
}

function ActionRow({ action, busy, onUndo }: { action: WithBlock<BulkAction>; busy: boolean; onUndo: () => void }) {
  const { kind, chosen, changed, undone, undoneAt, by, at, reason, undoableUntil, left } = action;
  return (
    <li className="grid gap-2 px-4 py-4">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <p className="typed font-semibold">
            {toTitle(action)}
            {chosen > changed && (
              <span className="font-normal text-muted"> {t('of {count} chosen', { count: chosen })}</span>
            )}
          </p>
          <p className="text-muted text-sm">
            {rich('{date} by {name}', {
              date: <DateTime at={at} />,
              name: <span className="wrap-anywhere">{by ? by.username : t('a deleted account')}</span>,
            })}
          </p>
        </div>
        {isUndoable(action) ? (
          <Decidable blocked={action.blocked}>
            <Button variant="secondary" size="sm" busy={busy} onClick={onUndo}>
              {!busy && <Icon name="undo-2" />}
              {t('Undo')}
              <span className="sr-only"> {toTitle(action)}</span>
            </Button>
          </Decidable>
        ) : (
          undoneAt &&
          !isUndoing(action) && (
            <p className="text-muted text-sm">
              {left.length === 0
                ? rich('Undone, {date}', { date: <DateTime at={undoneAt} /> })
                : rich('Undone for {undone} of {changed}, {date}', {
                    undone,
                    changed,
                    date: <DateTime at={undoneAt} />,
                  })}
            </p>
          )
        )}
      </div>
      <ChangedListings action={action} />
      <ActionProgress action={action} />
      <ActionRefusals action={action} />
      {reason && <ExpandableText text={reason} />}
      {left.length > 0 && <Refusals kind={kind} refusals={left} />}
      {undoneAt === null && (
        <p className="text-muted text-sm">
          {rich('Can be undone until {date}', { date: <DateTime at={undoableUntil} /> })}
        </p>
      )}
    </li>
  );
}

/** The first of the listings that it changed, and how many more there are. */
function ChangedListings({ action: { changed, first } }: { action: BulkAction }) {
  if (first.length === 0) return null;
  return (
    <ul aria-label={t('Changed listings')} className="typed flex flex-wrap gap-x-4 gap-y-1 text-sm">
      {first.map(({ id, title }) => (
        <li key={id}>
          <a href={`/admin/ads/${id}`} className="link">
            {title}
          </a>{' '}
          <span className="text-muted">#{id}</span>
        </li>
      ))}
      {changed > first.length && (
        <li className="text-muted">{t('and {count, number} more', { count: changed - first.length })}</li>
      )}
    </ul>
  );
}

/** '12 listings hidden', '3 listings moved to Tustin'. */
function toTitle({ kind, changed, target }: BulkAction): string {
  return target === null
    ? KIND_TEXTS[kind].done(changed)
    : t('{count, plural, one {# listing moved to {target}} other {# listings moved to {target}}}', {
        count: changed,
        target,
      });
}
