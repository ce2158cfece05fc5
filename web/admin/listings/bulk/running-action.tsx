import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { BulkAction } from '#contract/admin/bulk-actions.ts';
import { t } from '#contract/i18n/t.ts';
import { invalidateAdminQueries } from '#web/admin/admin-actions.ts';
import { ADMIN_API_PREFIX } from '#web/admin/admin-queries.ts';
import { Progress } from '#web/admin/imports/progress.tsx';
import { type ApiError, send } from '#web/base/api/api.ts';
import { Button } from '#web/base/ui/button.tsx';
import { useBulkActionRunner } from './bulk-queries.ts';
import { KIND_TEXTS } from './kinds.ts';
import { Refusals } from './refusals.tsx';

const POLL_MS = 1000;

/** Whether a job undoes it, or did until it was interrupted. */
export const isUndoing = ({ undoneAt, undone, left, changed }: BulkAction) =>
  undoneAt !== null && undone + left.length < changed;

const INTERRUPTED_MS = 60 * 60 * 1000;

/** Whether it can be undone, or the undo be continued, which has not ended for so long that it was interrupted. */
export const isUndoable = (action: BulkAction) =>
  action.pending === 0 &&
  action.undone + action.left.length < action.changed &&
  (action.undoneAt === null || Date.now() - Date.parse(action.undoneAt) > INTERRUPTED_MS);

/** A bulk action that a job carries out: its progress, then what it did. It goes on without this page. */
export function RunningAction({ id, onClose }: { id: number; onClose: () => void }) {
  const client = useQueryClient();
  const { undo } = useBulkActionRunner();
  const [isAsking, setAsking] = useState(false);
  const {
    data: action,
    error,
    refetch,
  } = useQuery<BulkAction, ApiError>({
    queryKey: ['bulk-action', id],
    queryFn: () => send('GET', `${ADMIN_API_PREFIX}bulk-actions/${id}`),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data?.pending === 0 && !isUndoing(data) ? false : POLL_MS),
  });
  const isDone = action?.pending === 0;
  const isUndone = isDone && action.undoneAt !== null && !isUndoing(action);
  useEffect(() => {
    if (isDone || isUndone) invalidateAdminQueries(client);
  }, [client, isDone, isUndone]);
  return (
    <section aria-label={t('Bulk action')} className="grid gap-3 rounded-card border bg-card p-4">
      {error ? (
        <p role="alert" className="text-danger">
          {error.message}
        </p>
      ) : (
        action && <ActionProgress action={action} />
      )}
      {isDone && (
        <>
          {!isUndoing(action) && (
            <p role="status" className="font-semibold">
              {isUndone
                ? t('{count, plural, one {# listing is as it was before} other {# listings are as they were before}}', {
                    count: action.undone,
                  })
                : KIND_TEXTS[action.kind].done(action.changed)}
            </p>
          )}
          <ActionRefusals action={action} />
          {isUndone && action.left.length > 0 && <Refusals kind={action.kind} refusals={action.left} />}
          <p className="flex flex-wrap gap-3">
            {isUndoable(action) && (
              <Button
                variant="secondary"
                size="sm"
                busy={isAsking}
                onClick={async () => {
                  setAsking(true);
                  await undo(id);
                  await refetch();
                  setAsking(false);
                }}
              >
                {t('Undo')}
              </Button>
            )}
            <Button variant="ghost" size="sm" onClick={onClose}>
              {t('Dismiss')}
            </Button>
          </p>
        </>
      )}
    </section>
  );
}

/** How many listings the job has gone through, while it runs or undoes what it did. */
export function ActionProgress({ action }: { action: BulkAction }) {
  const { kind, chosen, pending, changed, undone, left } = action;
  if (isUndoing(action)) {
    const done = undone + left.length;
    return (
      <Progress
        label={t('Undoing…')}
        share={done / changed}
        detail={t('{done, number} of {count, number}', { done, count: changed })}
      />
    );
  }
  if (pending === 0) return null;
  return (
    <Progress
      label={KIND_TEXTS[kind].busy}
      share={(chosen - pending) / chosen}
      detail={t('{done, number} of {count, number}', { done: chosen - pending, count: chosen })}
    />
  );
}

/** The listings that the job could not change. */
export function ActionRefusals({ action: { kind, refused, refusals } }: { action: BulkAction }) {
  if (refused === 0) return null;
  return (
    <>
      <p className="text-sm">
        {t('{count, plural, one {# listing not changed} other {# listings not changed}}', { count: refused })}
        {refused > refusals.length && ` ${t('These are the first {count, number}:', { count: refusals.length })}`}
      </p>
      <Refusals kind={kind} refusals={refusals} />
    </>
  );
}
